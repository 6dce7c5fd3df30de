// How errors are made: a catalog entry is a message template plus what to do; this file turns it into a branded error.

import type { errorCatalog } from "./error-catalog.gen.js";
import { describeSystemError } from "./describe-system-error.js";

/** One entry of an error catalog. `{name}` in either text is filled from the error's details. */
export interface ErrorEntry {
  /** What happened, where, and what was found: one sentence. */
  readonly message: string;
  /** What the reader can do about it: one sentence. */
  readonly fix: string;
  /** For a plugin's own codes: the kernel's code that this one is a case of. See `PictorError.base`. */
  readonly base?: keyof typeof errorCatalog;
}

/** The placeholder names of a template: `"{a} and {b}"` gives `"a" | "b"`. */
export type Placeholders<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** The details that an entry needs: one value for each placeholder of its two texts. */
export type DetailsOf<Entry extends ErrorEntry> = Readonly<
  Record<Placeholders<Entry["message"]> | Placeholders<Entry["fix"]>, string | number>
>;

const brand = Symbol.for("pictor.error");

/** An error with a stable `code`. `instanceof` holds across copies of this module (the brand decides). */
export class PictorError extends Error {
  override readonly name = "PictorError";
  readonly [brand] = true;
  /** Stable, documented in docs/errors.md; never renamed inside a major version. */
  readonly code: string;
  /** What happened, without the advice. */
  readonly what: string;
  /** What to do about it. */
  readonly hint: string;
  /** The values in the two texts, and what else helps a program; never a secret, never a response body. */
  readonly details: Readonly<Record<string, unknown>>;
  /**
   * The kernel's code that this error is a case of; `code` itself where its catalog names none. Who decides without
   * knowing the plugin (is it waited for, is it asked again, with which exit code it ends) decides by this.
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

/** Fills a template. A text that ends a sentence and has a full stop of its own keeps only one. */
const fill = (template: string, details: Readonly<Record<string, unknown>>): string =>
  template.replace(/\{(\w+)\}(\.?)/g, (whole, name: string, stop: string) => {
    if (!Object.hasOwn(details, name)) return whole;
    const text = String(details[name]);
    return text.endsWith(".") ? text : text + stop;
  });

/** What accompanies an error besides its details. */
export interface FaultOptions {
  readonly cause?: unknown;
  /** More details for programs, beside those of the texts. */
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

/** The same error with other advice, or with more details for programs. */
export const withDetails = (
  { code, what, hint, details, cause, base }: PictorError,
  told: { readonly hint?: string; readonly details: Readonly<Record<string, unknown>> },
): PictorError =>
  new PictorError(code, what, told.hint ?? hint, { ...details, ...told.details }, cause, base);

/** A short, safe description of any thrown value: its message when it is an error, else its type. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof PictorError) return thrown.what;
  // Several addresses of one host were tried, each with an error of its own.
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return reasonOf(thrown.errors[0]);
  if (thrown instanceof Error)
    return describeSystemError(thrown) ?? (thrown.message === "" ? thrown.name : thrown.message);
  if (thrown === undefined || thrown === null) return `${String(thrown)} was thrown`;
  return `${typeof thrown === "object" ? "an" : "a"} ${typeof thrown} was thrown`;
}
