// The file with the types of a plugin's settings, which `plugins types` and `plugins new` write.

import { settingsTypes } from "@pictor/host/settings-schema";
import type { Manifest } from "@pictor/kernel";

export const settingsFile = "settings.gen.ts";

/** The first words of every generated file. */
export const generatedMark = "// Generated from plugin.json by ";

/** The text of the file; undefined if the plugin has no settings. */
export function settingsFileText(manifest: Manifest): string | undefined {
  const types = settingsTypes({ ...manifest });
  return types === undefined
    ? undefined
    : `${generatedMark}\`pictor plugins types\`; do not edit.\n\n${types}`;
}
