// The error for a curl command that cannot be parsed or has unsupported options. A host shows it as an error of its own
// kind.

export type CurlErrorKind = "argument" | "file" | "option" | "value";

/** The texts name options, but no values, which may be secrets. */
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
