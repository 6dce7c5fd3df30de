// An error with the class name and the message of the exception that Python would raise. Real servers send both to clients.

/** `name` is the Python class, `message` the message of the exception. */
export class PythonError extends Error {
  override readonly name: string;
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}
