// The error that Python raises in the same place. Real servers send its class name and its message to clients.

/** `name` is the Python class, `message` the message of the exception. */
export class PythonError extends Error {
  override readonly name: string;
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}
