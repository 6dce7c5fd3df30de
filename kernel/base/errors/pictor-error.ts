// Errors with a stable code, built from catalogs of message templates.

import type { errorCatalog } from "./error-catalog.gen.js";
import { describeSystemError } from "./describe-system-error.js";

/** An entry of an error catalog. `{name}` in its texts is replaced by the error's details. */
export interface ErrorEntry {
  /** What happened, where, and what was found: one sentence. */
  readonly message: string;
  /** What to do about it: one sentence. */
  readonly fix: string;
  /** For codes of plugins: the kernel's code that this code specializes. See `PictorError.base`. */
  readonly base?: keyof typeof errorCatalog;
}

/** The placeholder names of a template: `"{a} and {b}"` gives `"a" | "b"`. */
export type Placeholders<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** The details of an entry: one value for each placeholder in its texts. */
export type DetailsOf<Entry extends ErrorEntry> = Readonly<
  Record<Placeholders<Entry["message"]> | Placeholders<Entry["fix"]>, string | number>
>;

const brand = Symbol.for("pictor.error");

/** An error with a stable `code`. A brand makes `instanceof` work across copies of this module. */
export class PictorError extends Error {
  override readonly name = "PictorError";
  readonly [brand] = true;
  /** The code, as in docs/errors.md. A code is never renamed inside a major version. */
  readonly code: string;
  /** What happened, without the advice. */
  readonly what: string;
  /** Advice: how to solve the problem. */
  readonly hint: string;
  /** The values of the placeholders, and more for programs. Never a secret or a response body. */
  readonly details: Readonly<Record<string, unknown>>;
  /**
   * The kernel's code that this error specializes; `code` itself if the catalog names none. Decisions that are
   * independent of the plugin use it: whether to retry, and the exit code.
   */
  readonly base: string;

  constructor(
    code: string,
    what: string,
    hint: string,
    details: Readonly<Record<string, unknown>>,
    cause?: unknown,
    base: string = code,
  ) {
    super(hint === "" ? what : `${what} ${hint}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.what = what;
    this.hint = hint;
    this.details = details;
    this.base = base;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && brand in value;
  }
}

/** Fills in a template. Drops the full stop of the template after a value that ends with one. */
const fill = (template: string, details: Readonly<Record<string, unknown>>): string =>
  template.replace(/\{(\w+)\}(\.?)/g, (whole, name: string, stop: string) => {
    if (!Object.hasOwn(details, name)) return whole;
    const text = String(details[name]);
    return text.endsWith(".") ? text : text + stop;
  });

/** Additional data of an error. */
export interface FaultOptions {
  readonly cause?: unknown;
  /** Details for programs that the texts do not contain. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Builds an error of a catalog: `fault("CODE", details)`. A missing or misspelt detail does not compile. */
export type ErrorFactory<Catalog extends Readonly<Record<string, ErrorEntry>>> = <
  Code extends keyof Catalog & string,
>(
  code: Code,
  details: DetailsOf<Catalog[Code]>,
  options?: FaultOptions,
) => PictorError;

/** Makes the function that builds the errors of a catalog. */
export function defineErrors<const Catalog extends Readonly<Record<string, ErrorEntry>>>(
  errorCatalog: Catalog,
): ErrorFactory<Catalog> {
  return (code, details, options = {}) => {
    const entry = errorCatalog[code] as ErrorEntry;
    const all = { ...details, ...options.more };
    return new PictorError(
      code,
      fill(entry.message, all),
      fill(entry.fix, all),
      all,
      options.cause,
      entry.base,
    );
  };
}

/** Copies an error with another hint or with additional details. */
export const withDetails = (
  { code, what, hint, details, cause, base }: PictorError,
  changes: { readonly hint?: string; readonly details: Readonly<Record<string, unknown>> },
): PictorError =>
  new PictorError(code, what, changes.hint ?? hint, { ...details, ...changes.details }, cause, base);

/** Describes any thrown value in a short text without secrets: the message of an error, otherwise the type. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof PictorError) return thrown.what;
  // Node throws an AggregateError when connecting fails for every address of a host, each with its own error.
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return reasonOf(thrown.errors[0]);
  if (thrown instanceof Error)
    return describeSystemError(thrown) ?? (thrown.message === "" ? thrown.name : thrown.message);
  if (thrown === undefined || thrown === null) return `${String(thrown)} was thrown`;
  return `${typeof thrown === "object" ? "an" : "a"} ${typeof thrown} was thrown`;
}
