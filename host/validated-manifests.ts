// The manifests of built-in plugins that the build has validated, so that a start does not validate them again. When sources
// run directly, there is no index: every manifest is then validated once in a process.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { apiVersion, digestOf, type KernelView, type Manifest, type PluginSource } from "@pictor/kernel";

const indexFile = new URL("./compiled/manifests.json", import.meta.url);

/** The content of `compiled/manifests.json`, which the build writes. */
export interface ManifestIndex {
  /** The version of the plugin API that the manifests were validated against. */
  readonly apiVersion: string;
  /** The manifest, completed with defaults, by the SHA-256 of its plugin.json. */
  readonly manifests: Readonly<Record<string, Manifest>>;
}

/** What kernels of this process have validated; used where there is no index. */
const kept: Record<string, Manifest> = {};

function readIndex(): ManifestIndex {
  try {
    return JSON.parse(readFileSync(indexFile, "utf8")) as ManifestIndex;
  } catch {
    return { apiVersion, manifests: kept };
  }
}

const digestIn = (folder: string): string => digestOf(readFileSync(join(folder, "plugin.json"), "utf8"));

/**
 * Adds the validated manifest to each source whose plugin.json is identical to the one that the build has validated.
 * Another release of a plugin, or of the kernel, has no entry and is validated.
 */
export function withValidatedManifests(
  sources: readonly PluginSource[],
  index = readIndex(),
): readonly PluginSource[] {
  if (index.apiVersion !== apiVersion) return sources;
  return sources.map((source) => {
    if (source.kind !== "directory") return source;
    const validated = index.manifests[digestIn(source.path)];
    return validated === undefined ? source : { ...source, validated };
  });
}

/** Keeps the manifests that a kernel has read from these sources and found valid, for the next kernel of this process. */
export function keepValidated(sources: readonly PluginSource[], kernel: Pick<KernelView, "plugins">): void {
  const valid = kernel.plugins().filter(({ status }) => status.state === "valid");
  for (const source of sources) {
    if (source.kind !== "directory" || source.validated !== undefined) continue;
    const found = valid.find(({ origin }) => origin === source.path);
    if (found !== undefined) kept[digestIn(source.path)] = found.manifest;
  }
}
