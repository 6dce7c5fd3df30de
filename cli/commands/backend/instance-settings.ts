// Applies `--set` options to the settings of a backend instance, and makes relative paths absolute. Pure.

import { join, resolve } from "node:path";
import type { Field, Json, Params, SettingsSchema } from "@pictor/host";
import { UsageError } from "../../base/usage-error.js";
import { applySettings } from "../../input/settings.js";

/** What a new instance may be called: it stands on command lines, and may be the name of a folder. */
export const isInstanceName = (name: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}$/u.test(name);

/** Throws a UsageError for what `isInstanceName` is not true of. */
export function requireInstanceName(name: string): void {
  if (isInstanceName(name)) return;
  const hint = "Begin with a letter or digit; go on with those and with _ . - (64 characters at most).";
  throw new UsageError("USAGE_ARGUMENT", `"${name}" cannot be the name of a backend.`, hint);
}

/** Where something is typed, and by whom. */
export interface TypingPlace {
  /** Relative paths start here; absolute. */
  readonly folder: string;
  readonly home: string;
}

const absolute = (path: string, { folder, home }: TypingPlace): string =>
  /^~([\\/]|$)/.test(path) ? join(home, path.slice(1)) : resolve(folder, path);

/** A relative path is one of the folder in which it was typed, wherever the file lies that keeps it. */
function anchored(field: Field | undefined, value: Json, place: TypingPlace): Json {
  if (field?.type === "string" && field.format === "path" && typeof value === "string")
    return value === "" ? value : absolute(value, place);
  if (field?.type === "array" && Array.isArray(value))
    return (value as readonly Json[]).map((entry) => anchored(field.items, entry, place));
  if (field?.type !== "object" || typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as Params);
  return Object.fromEntries(
    entries.map(([name, entry]) => [name, anchored(field.properties[name], entry, place)]),
  );
}

/**
 * `before` with every `--set` applied. Throws a UsageError for what is no setting of the kind or has another type; ranges
 * and choices are checked by the kernel.
 */
export function instanceSettings(
  schema: SettingsSchema,
  before: Params,
  assignments: readonly string[],
  { kind, ...place }: TypingPlace & { readonly kind: string },
): Params {
  const given = applySettings(schema, {}, assignments, `The backend kind ${kind}`);
  const typed = anchored(schema, given, place) as Params;
  return merged(before, typed);
}

const isRecord = (value: Json | undefined): value is Params =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Groups are merged; everything else is replaced. */
const merged = (before: Params, over: Params): Params => ({
  ...before,
  ...Object.fromEntries(
    Object.entries(over).map(([name, value]) => {
      const old = before[name];
      return [name, isRecord(old) && isRecord(value) ? merged(old, value) : value];
    }),
  ),
});
