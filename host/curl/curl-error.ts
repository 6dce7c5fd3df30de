// The error of a curl command that is not understood. A host shows it as an error of its own kind.

export type CurlErrorKind = "argument" | "file" | "option" | "value";

/** Its texts name options, and never a value, which may be a secret. */
export class CurlError extends Error {
  override readonly name = "CurlError";
  readonly kind: CurlErrorKind;
  readonly what: string;
  readonly hint: string;

  constructor(kind: CurlErrorKind, what: string, hint: string, cause?: unknown) {
    super(`${what} ${hint}`, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.what = what;
    this.hint = hint;
  }
}
