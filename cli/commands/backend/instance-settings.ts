// Applies `--set` options to the settings of a backend instance, and makes relative paths absolute.

import type { Params, SettingsSchema } from "@pictor/kernel";
import { withAbsolutePaths } from "@pictor/services";
import { isRecord } from "@pictor/host/records";
import { applySettings } from "../../input/settings.js";

/** The backend kind of an instance whose ComfyUI Pictor installs. */
export const managedKind = "managed";

/**
 * Returns the settings `before` with every `--set` applied. Throws a UsageError for an unknown setting or a wrong type;
 * the kernel checks ranges and choices.
 */
export function instanceSettings(
  schema: SettingsSchema,
  before: Params,
  assignments: readonly string[],
  { kind, folder }: { readonly kind: string; readonly folder: string },
): Params {
  const given = applySettings(schema, {}, assignments, `The backend kind ${kind}`);
  // The configuration file may be in another folder.
  return merged(before, withAbsolutePaths(schema, given, folder));
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
