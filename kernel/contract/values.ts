// Basic types that all packages use: JSON, settings, problems, the logger.

import type { HookName } from "./hook-names.js";

/** A value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/** JSON as plain data. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Something that went wrong and did not end the operation. */
export interface Problem {
  /** The code of the problem; stable, as the code of an error. */
  readonly code: string;
  /** The message in one sentence: what happened, where, and what was found. */
  readonly message: string;
  /** What to do about the problem. */
  readonly hint?: string;
  /** What to do for somebody who sees the problem in a page, where the hint names a command or a file. */
  readonly pageFix?: string;
  /** Id of the plugin that caused the problem, and the hook in which the plugin ran. */
  readonly plugin?: string;
  readonly hook?: HookName;
}

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
