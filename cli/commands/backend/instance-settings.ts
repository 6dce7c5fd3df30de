// Applies `--set` options to the settings of a backend instance, and makes relative paths absolute. Pure.

import type { Field, Json, Params, SettingsSchema } from "@pictor/host";
import { isRecord } from "@pictor/host/records";
import { applySettings } from "../../input/settings.js";
import { absolutePath, type PathContext } from "../../input/typed-path.js";

/** The backend kind of an instance whose ComfyUI Pictor installs. */
export const managedKind = "managed";

/** Makes typed paths absolute, because the configuration file may be in another folder. */
function withAbsolutePaths(field: Field | undefined, value: Json, paths: PathContext): Json {
  if (field?.type === "string" && field.format === "path" && typeof value === "string")
    return value === "" ? value : absolutePath(value, paths);
  // A command without a slash is a name that the system looks up.
  if (field?.type === "string" && field.format === "command" && typeof value === "string")
    return /[\\/]/.test(value) ? absolutePath(value, paths) : value;
  if (field?.type === "array" && Array.isArray(value))
    return (value as readonly Json[]).map((entry) => withAbsolutePaths(field.items, entry, paths));
  if (field?.type !== "object" || typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as Params);
  return Object.fromEntries(
    entries.map(([name, entry]) => [name, withAbsolutePaths(field.properties[name], entry, paths)]),
  );
}

/**
 * Returns the settings `before` with every `--set` applied. Throws a UsageError for an unknown setting or a wrong type;
 * the kernel checks ranges and choices.
 */
export function instanceSettings(
  schema: SettingsSchema,
  before: Params,
  assignments: readonly string[],
  { kind, ...paths }: PathContext & { readonly kind: string },
): Params {
  const given = applySettings(schema, {}, assignments, `The backend kind ${kind}`);
  const typed = withAbsolutePaths(schema, given, paths) as Params;
  return merged(before, typed);
}

/** Groups are merged; a value of any other type is replaced. */
const merged = (before: Params, over: Params): Params => ({
  ...before,
  ...Object.fromEntries(
    Object.entries(over).map(([name, value]) => {
      const old = before[name];
      return [name, isRecord(old) && isRecord(value) ? merged(old, value) : value];
    }),
  ),
});
