// For plugin authors: finds taps whose filters name something that no plugin contributes. Such taps are valid but never
// run.

import { didYouMean, fault } from "@pictor/kernel";
import type { Manifest, PictorError, PluginSource } from "@pictor/kernel";
import { discoverPlugins, rawContributions } from "@pictor/kernel/manifests";

const kinds = [
  ["authType", "authSchemes", "auth scheme"],
  ["workflow", "workflows", "workflow"],
  ["feature", "features", "feature"],
] as const;

/** The filters that match neither the contributions of the plugin nor those of the plugins in `beside`. */
export function findUnmatchedFilters(
  manifest: Manifest,
  file: string,
  beside: readonly PluginSource[],
): readonly PictorError[] {
  const all = [manifest, ...discoverPlugins(beside).found.map((found) => found.manifest)];
  return (manifest.taps ?? []).flatMap(({ handler, when = {} }, index) =>
    kinds.flatMap(([filter, contributed, kind]) => {
      const id = (when as Readonly<Record<string, unknown>>)[filter];
      const known = all.flatMap((found) => rawContributions(found, contributed).map((entry) => entry.id));
      if (typeof id !== "string" || known.includes(id) || (filter === "authType" && id === "none")) return [];
      const details = { file, pointer: `#/taps/${index}/when/${filter}`, kind, id, handler };
      return [fault("MANIFEST_FILTER_UNKNOWN", { ...details, suggestion: didYouMean(id, known) })];
    }),
  );
}
