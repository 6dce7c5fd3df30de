// Errors with the class name and the message of the Python exception that PIL or PyTorch raises in the same place.

/** `name` is the Python class, `message` the message of the exception. */
export const pythonError = (name: string, message: string): Error =>
  Object.assign(new Error(message), { name });
