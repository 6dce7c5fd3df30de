// An error that a real server, a Python program, would raise.

/** Stands for an exception of Python; the name and the words are Python's. */
export class PythonError extends Error {
  override readonly name: string;
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}
