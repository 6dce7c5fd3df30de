// Discovers and validates plugins: returns every plugin with its state, and all problems. Imports nothing.

import type { Configuration } from "../contract/configuration.gen.js";
import { fault } from "../base/errors/error-catalog.js";
import type { PictorError } from "../base/errors/pictor-error.js";
import { didYouMean } from "../base/nearest.js";
import type { Candidate } from "./candidate.js";
import { checkManifest } from "./check-manifest.js";
import { checkConflicts } from "./check-conflicts.js";
import { discoverPlugins } from "./discover-plugins.js";
import { fallbackManifest, unreadableManifest } from "./fallback-manifest.js";
import type { PluginSource, PluginState } from "../contract/plugins.js";

/** The section `plugins` of the configuration. */
export type PluginSettings = NonNullable<Configuration["plugins"]>;

export interface FoundPlugin {
  readonly candidate: Candidate;
  readonly status: PluginState;
}
export interface FoundPlugins {
  readonly plugins: readonly FoundPlugin[];
  readonly problems: readonly PictorError[];
}

/** Reports configured ids that belong to no plugin. */
function unknownIds(decisions: PluginSettings, known: readonly string[]): readonly PictorError[] {
  const unknown = Object.keys(decisions).filter((id) => !known.includes(id));
  return unknown.map((id) => fault("PLUGIN_UNKNOWN", { id, suggestion: didYouMean(id, known) }));
}

/** Reads all sources. A plugin that the configuration disables is left out of the conflict checks. */
export async function findPlugins(
  sources: readonly PluginSource[],
  decisions: PluginSettings,
): Promise<FoundPlugins> {
  const { found, problems } = discoverPlugins(sources);
  const all: PictorError[] = [...problems];
  const plugins: FoundPlugin[] = [];
  const usable: Candidate[] = [];
  for (const entry of found) {
    const checked = await checkManifest(entry);
    all.push(...checked.problems);
    const [first] = checked.problems;
    const manifest = checked.manifest ?? fallbackManifest(entry);
    const candidate = { found: entry, manifest };
    if (first !== undefined) plugins.push({ candidate, status: { state: "failed", reason: first.what } });
    else if (decisions[manifest.id]?.enabled ?? true) usable.push(candidate);
    else plugins.push({ candidate, status: { state: "disabled", reason: "the configuration says so" } });
  }
  for (const problem of problems) {
    const entry = unreadableManifest(problem);
    if (entry === undefined) continue;
    const candidate = { found: entry, manifest: fallbackManifest(entry) };
    plugins.push({ candidate, status: { state: "failed", reason: problem.what } });
  }
  const conflicts = checkConflicts(usable);
  all.push(...new Set(conflicts.map(({ problem }) => problem)));
  for (const candidate of usable) {
    const conflict = conflicts.find((entry) => entry.candidate === candidate);
    const status: PluginState =
      conflict === undefined ? { state: "valid" } : { state: conflict.state, reason: conflict.problem.what };
    plugins.push({ candidate, status });
  }
  const ids = plugins.map(({ candidate }) => candidate.manifest.id);
  all.push(...unknownIds(decisions, ids));
  // Of plugins with the same id, the usable one comes first, because lookups by id return the first.
  plugins.sort((a, b) => {
    const [first, second] = [a.candidate.manifest.id, b.candidate.manifest.id];
    if (first !== second) return first < second ? -1 : 1;
    return Number(a.status.state === "failed") - Number(b.status.state === "failed");
  });
  return { plugins, problems: all };
}
