// Small types that every room uses: JSON, settings, problems, the logger.

import type { HookName } from "./hook-names.js";

/** A value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/** JSON as plain data. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Something that went wrong without ending what it happened in. */
export interface Problem {
  /** As an error's: stable. */
  readonly code: string;
  /** What, where and what was found: one sentence. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** Id of the plugin that caused it, and the hook in which it did. */
  readonly plugin?: string;
  readonly hook?: HookName;
}

/** Writes lines into the host's log, through the kernel's redaction. */
export interface Logger {
  /** For whoever looks for a fault. */
  debug(message: string, details?: Readonly<Record<string, unknown>>): void;
  /** What was done. */
  info(message: string, details?: Readonly<Record<string, unknown>>): void;
  /** What went wrong, while the work goes on. */
  warn(message: string, details?: Readonly<Record<string, unknown>>): void;
  /** What has failed. */
  error(message: string, details?: Readonly<Record<string, unknown>>): void;
}

/** Values of a settings schema, validated, defaults filled, frozen. */
export type Settings = Readonly<Record<string, Json>>;
