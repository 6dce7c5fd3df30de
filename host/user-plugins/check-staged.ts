// Checks a plugin before it is installed: its manifest, as every manifest, and that its names are free. Runs no code.

import { dirname } from "node:path";
import {
  contributionKinds,
  contributionNouns,
  findPlugins,
  changedError,
  type PictorError,
  rawContributions,
  type Manifest,
  type PluginSource,
} from "@pictor/kernel";
import { userPluginFault } from "./faults.js";

/** The error, in which the place of the copy is replaced by the source that the user named. */
function named(error: PictorError, folder: string, source: string): PictorError {
  const rename = (text: string): string => text.replaceAll(folder, source);
  const details = Object.fromEntries(
    Object.entries(error.details).map(([key, value]) => [
      key,
      typeof value === "string" ? rename(value) : value,
    ]),
  );
  return changedError(error, { what: rename(error.what), hint: rename(error.hint), details });
}

/** Throws `PLUGIN_NAME_TAKEN` if a name of the plugin belongs to another one. */
function requireFreeNames(manifest: Manifest, others: readonly Manifest[], source: string): void {
  const taken = (noun: string, id: string, owner: string) =>
    userPluginFault("PLUGIN_NAME_TAKEN", { source, noun, id, owner });
  for (const other of others) {
    if (other.id === manifest.id) throw taken("name", manifest.id, "a built-in plugin");
    for (const kind of contributionKinds) {
      const used = new Set(rawContributions(other, kind).map(({ id }) => id));
      const twice = rawContributions(manifest, kind).find(({ id }) => used.has(id));
      if (twice !== undefined) throw taken(contributionNouns[kind], twice.id, `the plugin ${other.id}`);
    }
  }
}

export interface OtherPlugins {
  readonly builtins: readonly PluginSource[];
  /** The user's plugin folder. */
  readonly userFolder: string;
}

/**
 * Returns the manifest of the plugin in a folder. `source` names the plugin in errors. Rejects with the first problem of the
 * manifest (`MANIFEST_...`, `PLUGIN_API_RANGE`, ...) or with `PLUGIN_NAME_TAKEN`. A plugin of the user with the same id does not
 * count: it would be replaced.
 */
export async function checkStaged(
  folder: string,
  source: string,
  { builtins, userFolder }: OtherPlugins,
): Promise<Manifest> {
  const { plugins, problems } = await findPlugins([{ kind: "directory", path: folder }], {});
  // Requirements are examined below, beside the plugins that could meet them.
  const problem = problems.find(({ code }) => code !== "PLUGIN_REQUIRES_MISSING");
  const [first] = plugins;
  if (problem !== undefined || first === undefined)
    throw problem === undefined
      ? userPluginFault("PLUGIN_SOURCE_REFUSED", { source, reason: "it has no plugin.json" })
      : named(problem, folder, source);
  const { manifest } = first.candidate;
  const beside = await findPlugins([...builtins, { kind: "collection", path: userFolder }], {});
  const others = beside.plugins.flatMap(({ candidate }) => {
    const isReplaced =
      candidate.manifest.id === manifest.id && dirname(dirname(candidate.found.file)) === userFolder;
    return isReplaced ? [] : [candidate.manifest];
  });
  requireFreeNames(manifest, others, source);
  return manifest;
}
