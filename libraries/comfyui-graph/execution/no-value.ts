// Represents an output that has no value: a node that uses it fails.

export class NoValue {
  readonly #message: string;

  constructor(message: string) {
    this.#message = message;
  }

  /** The error with which a node fails that uses the output. */
  error(): Error {
    return new Error(this.#message);
  }
}
