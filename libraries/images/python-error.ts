// Errors with the name and the message of the Python exception that a real server raises.

/** `name` is the Python class, `message` the message of the exception. */
export class PythonError extends Error {
  override readonly name: string;
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}
