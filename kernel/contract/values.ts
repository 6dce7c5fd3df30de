// Basic types that all packages use: JSON, settings, problems, the logger.

export type { Problem } from "./events.gen.js";

/** A value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/** JSON as plain data. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Writes lines into the log of the host. Every line is redacted. */
export interface Logger {
  /** Logs details for debugging. */
  debug(message: string, details?: Readonly<Record<string, unknown>>): void;
  /** Logs a completed operation. */
  info(message: string, details?: Readonly<Record<string, unknown>>): void;
  /** Logs a problem that does not end the operation. */
  warn(message: string, details?: Readonly<Record<string, unknown>>): void;
  /** Logs a failed operation. */
  error(message: string, details?: Readonly<Record<string, unknown>>): void;
}

/** A file that was written for the user, as a whole. */
export interface SavedFile {
  /** Absolute path. */
  readonly path: string;
  /** The content that was changed; absent if there was no file. */
  readonly before?: string;
  /** The content that was written. */
  readonly after: string;
}

/** Values of a settings schema: validated, with defaults filled in, and frozen. */
export type Settings = Readonly<Record<string, Json>>;
