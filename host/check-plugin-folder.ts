// Checks a plugin folder without running its code: its problems, and declarations without effect.

import { dirname, resolve } from "node:path";
import {
  findUnmatchedFilters,
  validatePluginFolder,
  type PictorError,
  type PluginSource,
} from "@pictor/kernel";
import { builtinSources } from "./builtins.js";

export interface PluginFolderReport {
  readonly folder: string;
  readonly problems: readonly PictorError[];
  /** Filters that can never match, so that they have no effect. */
  readonly warnings: readonly PictorError[];
}

/** Plugins in the same parent folder count as available, because a folder of plugins is loaded as a whole. */
export async function checkPluginFolder(folder: string): Promise<PluginFolderReport> {
  const path = resolve(folder);
  const problems = await validatePluginFolder(path);
  if (problems.length > 0) return { folder, problems, warnings: [] };
  const siblings: PluginSource = { kind: "collection", path: dirname(path) };
  return { folder, problems, warnings: await findUnmatchedFilters(path, [...builtinSources(), siblings]) };
}
