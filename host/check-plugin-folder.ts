// Checks a plugin folder without running its code: what is wrong with it, and declarations without effect.

import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { validatePluginFolder } from "@pictor/kernel";
import type { Manifest, PictorError, PluginSource } from "@pictor/kernel";
import { builtinSources } from "./builtins.js";
import { checkPanels } from "./plugin-check/panels/check-panel.js";
import { findWrongDefaults, findWrongExamples } from "./plugin-check/schema-values.js";
import { findUnknownNames, findUnknownRequired } from "./plugin-check/unknown-names.js";
import { findUnknownSupports } from "./plugin-check/unknown-supports.js";
import { findUnmatchedFilters } from "./plugin-check/unmatched-filters.js";

/** What a check of a plugin folder has found. */
export interface PluginFolderReport {
  readonly folder: string;
  /** What keeps the plugin, or a part of it, from working. */
  readonly problems: readonly PictorError[];
  /** What has no effect: filters that can never match, names that nothing has, and parts of a page that a browser blocks. */
  readonly warnings: readonly PictorError[];
}

/**
 * Checks a folder. Plugins in the same parent folder count as available, because a folder of plugins is loaded as a
 * whole.
 */
export async function checkPluginFolder(folder: string): Promise<PluginFolderReport> {
  const path = resolve(folder);
  const file = join(path, "plugin.json");
  const invalid = await validatePluginFolder(path);
  if (invalid.length > 0) return { folder, problems: invalid, warnings: [] };
  const manifest = JSON.parse(await readFile(file, "utf8")) as Manifest;
  const beside: readonly PluginSource[] = [...builtinSources(), { kind: "collection", path: dirname(path) }];
  const panels = await checkPanels(path, manifest);
  return {
    folder,
    problems: [
      ...findUnknownRequired(manifest, file),
      ...(await findWrongDefaults(manifest, file)),
      ...(await findWrongExamples(manifest, file)),
      ...panels.problems,
    ],
    warnings: [
      ...findUnmatchedFilters(manifest, file, beside),
      ...findUnknownNames(manifest, file),
      ...(await findUnknownSupports(manifest, file, beside)),
      ...panels.warnings,
    ],
  };
}
