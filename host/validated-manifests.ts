// The manifests of built-in plugins that the build has validated, so that a start does not validate them again. When sources
// run directly, there is no index: every manifest is then validated when it is found.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { apiVersion, digestOf, type Manifest, type PluginSource } from "@pictor/kernel";

const indexFile = new URL("./compiled/manifests.json", import.meta.url);

/** The content of `compiled/manifests.json`, which the build writes. */
export interface ManifestIndex {
  /** The version of the plugin API that the manifests were validated against. */
  readonly apiVersion: string;
  /** The manifest, completed with defaults, by the SHA-256 of its plugin.json. */
  readonly manifests: Readonly<Record<string, Manifest>>;
}

function readIndex(): ManifestIndex | undefined {
  try {
    return JSON.parse(readFileSync(indexFile, "utf8")) as ManifestIndex;
  } catch {
    return undefined;
  }
}

/**
 * Adds the validated manifest to each source whose plugin.json is identical to the one that the build has validated.
 * Another release of a plugin, or of the kernel, has no entry and is validated.
 */
export function withValidatedManifests(
  sources: readonly PluginSource[],
  index = readIndex(),
): readonly PluginSource[] {
  if (index?.apiVersion !== apiVersion) return sources;
  return sources.map((source) => {
    if (source.kind !== "directory") return source;
    const validated = index.manifests[digestOf(readFileSync(join(source.path, "plugin.json"), "utf8"))];
    return validated === undefined ? source : { ...source, validated };
  });
}
