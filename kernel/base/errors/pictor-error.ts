// Errors with a stable code, built from catalogs of message templates.

import { errorCatalog } from "./error-catalog.gen.js";
import { didYouMean } from "../nearest.js";
import { describeSystemError } from "./describe-system-error.js";

/**
 * What an error means for whoever made the call; exit codes and HTTP statuses are tables over the class.
 *
 * - `input`: what the caller gave is wrong.
 * - `unknown`: the thing that the caller named does not exist.
 * - `denied`: credentials or consent are missing, or were refused.
 * - `conflict`: something exists already, is busy, or has changed meanwhile.
 * - `upstream`: a backend, provider or program refused, failed, or did not answer.
 * - `lost`: nobody can say how the work ended.
 * - `full`: a disk, a memory, a quota or a limit is exhausted.
 * - `fault`: a mistake of Pictor or of a plugin.
 */
export type ErrorClass = (typeof classes)[number];
const classes = ["input", "unknown", "denied", "conflict", "upstream", "lost", "full", "fault"] as const;

/** An entry of an error catalog. `{name}` in its texts is replaced by the error's details. */
export type ErrorEntry = {
  /** What happened, where, and what was found: one sentence. */
  readonly message: string;
  /** What to do about it: one sentence. */
  readonly fix: string;
  /**
   * What to do about it at a page, where nobody types a command or edits a file. Placeholders: those of the other
   * texts. It becomes `details.pageFix`. Default: `fix`.
   */
  readonly pageFix?: string;
  /** The HTTP status where that of the class does not fit. */
  readonly status?: number;
} & (
  | { readonly class: ErrorClass; readonly base?: undefined }
  /** For codes of plugins: the kernel's code that this code specializes, and whose class it has. See `PictorError.base`. */
  | { readonly class?: ErrorClass; readonly base: keyof typeof errorCatalog }
);

/** The placeholder names of a template: `"{a} and {b}"` gives `"a" | "b"`. */
export type Placeholders<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** The details of an entry: one value for each placeholder in its texts. */
export type DetailsOf<Entry extends ErrorEntry> = Readonly<
  Record<Placeholders<Entry["message"]> | Placeholders<Entry["fix"]>, string | number>
>;

/** What an error is, beside its texts and details. */
export interface ErrorKind extends ErrorOptions {
  readonly base?: string | undefined;
  readonly class?: ErrorClass | undefined;
  readonly status?: number | undefined;
}

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
   * independent of the plugin use it, for example whether to retry.
   */
  readonly base: string;
  /** What the error means for the caller. Default, also for an unknown class: that of `base`, else `fault`. */
  readonly class: ErrorClass;
  /** The HTTP status, if it is not that of the class. */
  readonly status: number | undefined;

  constructor(
    code: string,
    what: string,
    hint: string,
    details: Readonly<Record<string, unknown>>,
    { cause, base = code, ...kind }: ErrorKind = {},
  ) {
    super(hint === "" ? what : `${what} ${hint}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.what = what;
    this.hint = hint;
    this.details = details;
    this.base = base;
    const known = Object.hasOwn(errorCatalog, base)
      ? errorCatalog[base as keyof typeof errorCatalog]
      : undefined;
    this.class = classes.find((one) => one === kind.class) ?? known?.class ?? "fault";
    this.status = kind.status ?? (known && "status" in known ? known.status : undefined);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && brand in value;
  }
}

/** A pointer as the end of a place: of `backends/studio` a fragment, of a place in words a part of the sentence. */
function placedPointer(pointer: string, where: unknown): string {
  if (!String(where).includes(" ")) return pointer;
  const path = pointer.replace(/^#/, "");
  return path === "" ? "" : ` at ${path}`;
}

/** Fills in a template. Drops the full stop of the template after a value that ends with one. */
const fill = (template: string, details: Readonly<Record<string, unknown>>): string =>
  template.replace(/(?<=(\{where\})?)\{(\w+)\}(\.?)/g, (whole, place, name: string, stop: string) => {
    if (!Object.hasOwn(details, name)) return whole;
    const given = String(details[name]);
    const text = name === "pointer" && place !== undefined ? placedPointer(given, details["where"]) : given;
    return text.endsWith(".") ? text : text + stop;
  });

/** Additional data of an error. */
export interface FaultOptions {
  readonly cause?: unknown;
  /** Details for programs that the texts do not contain. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** The HTTP status of this occurrence, if it is not that of the catalog. */
  readonly status?: number;
  /** The advice of this occurrence for a page, as `ErrorEntry.pageFix`, if it is not that of the catalog. */
  readonly pageFix?: string | undefined;
}

/** Builds an error of a catalog: `fault("CODE", details)`. A missing or misspelt detail does not compile. */
export type ErrorFactory<Catalog extends Readonly<Record<string, ErrorEntry>>> = <
  Code extends keyof Catalog & string,
>(
  code: Code,
  details: DetailsOf<Catalog[Code]>,
  options?: FaultOptions,
) => PictorError;

/** Makes the function that builds the errors of a catalog. It throws a `TypeError` for a code that is not in the catalog. */
export function defineErrors<const Catalog extends Readonly<Record<string, ErrorEntry>>>(
  errorCatalog: Catalog,
): ErrorFactory<Catalog> {
  return (code, details, options = {}) => {
    if (!Object.hasOwn(errorCatalog, code)) {
      const suggestion = didYouMean(code, Object.keys(errorCatalog));
      throw new TypeError(`The catalog of errors has no code "${code}".${suggestion}`);
    }
    const entry = errorCatalog[code] as ErrorEntry;
    const facts = { ...details, ...options.more };
    const { pageFix = entry.pageFix } = options;
    const all = pageFix === undefined ? facts : { ...facts, pageFix: fill(pageFix, facts) };
    return new PictorError(code, fill(entry.message, all), fill(entry.fix, all), all, {
      cause: options.cause,
      base: entry.base,
      class: entry.class,
      status: options.status ?? entry.status,
    });
  };
}

/** Copies an error with other texts, another cause, or with additional details; its code and class stay. */
export const changedError = (
  error: PictorError,
  changes: Partial<Pick<PictorError, "what" | "hint" | "details" | "cause">>,
): PictorError => {
  const { what = error.what, hint = error.hint, details, cause = error.cause } = changes;
  const kind = { cause, base: error.base, class: error.class, status: error.status };
  return new PictorError(error.code, what, hint, { ...error.details, ...details }, kind);
};

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
