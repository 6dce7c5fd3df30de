// For plugin authors: finds taps whose filters name something that no plugin contributes. Such taps are valid but never
// run.

import { join } from "node:path";
import { fault } from "../base/errors/error-catalog.js";
import type { PictorError } from "../base/errors/pictor-error.js";
import { didYouMean } from "../base/nearest.js";
import { checkManifest } from "./check-manifest.js";
import { discoverPlugins } from "./discover-plugins.js";
import { rawContributions } from "./raw-contributions.js";
import type { PluginSource } from "../contract/plugins.js";

const kinds = [
  ["authType", "authSchemes", "auth scheme"],
  ["workflow", "workflows", "workflow"],
  ["feature", "features", "feature"],
] as const;

/**
 * The filters of the plugin in `path` that match neither the contributions of this plugin nor those of the plugins in
 * `beside`. Empty if the manifest cannot be used. Runs no plugin code.
 */
export async function findUnmatchedFilters(
  path: string,
  beside: readonly PluginSource[],
): Promise<readonly PictorError[]> {
  const [own] = discoverPlugins([{ kind: "directory", path }]).found;
  const manifest = own === undefined ? undefined : (await checkManifest(own)).manifest;
  if (manifest === undefined) return [];
  const all = [manifest, ...discoverPlugins(beside).found.map((found) => found.manifest)];
  return (manifest.taps ?? []).flatMap(({ handler, when = {} }, index) =>
    kinds.flatMap(([filter, contributed, kind]) => {
      const id = (when as Readonly<Record<string, unknown>>)[filter];
      const known = all.flatMap((found) => rawContributions(found, contributed).map((entry) => entry.id));
      if (typeof id !== "string" || known.includes(id) || (filter === "authType" && id === "none")) return [];
      const details = {
        file: join(path, "plugin.json"),
        pointer: `#/taps/${index}/when/${filter}`,
        kind,
        id,
        handler,
      };
      return [fault("MANIFEST_FILTER_UNKNOWN", { ...details, suggestion: didYouMean(id, known) })];
    }),
  );
}
