// Versions of ComfyUI: the one that the settings select, and the one in a folder.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { managedFault } from "../faults.js";
import { matchRef, listRemoteRefs, type GitRef, type RemoteRefs } from "../git/remote-refs.js";
import type { Instance, WorkOptions } from "../instance.js";
import { redactCredentials } from "../python/redact-credentials.js";

/** A release tag: three numbers without a suffix, so no release candidate. */
const release = /^v?(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/;

/** The highest release among tags, by number. Pure. */
export function newestRelease(tags: Iterable<string>): string | undefined {
  const numbersOf = (tag: string): string => tag.replace(/^v/, "");
  return [...tags]
    .filter((tag) => release.test(tag))
    .sort((a, b) => numbersOf(a).localeCompare(numbersOf(b), "en", { numeric: true }))
    .at(-1);
}

export interface VersionTarget {
  /** A tag, a branch, a commit, or "the default branch"; for the user. */
  readonly name: string;
  readonly ref: GitRef;
}

/**
 * `latest` selects the newest release, or the default branch of a repository without releases. Undefined for an unknown
 * version.
 */
export function selectTarget(version: string, refs: RemoteRefs): VersionTarget | undefined {
  if (version === "latest" || version === "") {
    const name = newestRelease(refs.tags.keys());
    if (name !== undefined) return { name, ref: { kind: "tag", name } };
    return refs.head === undefined ? undefined : { name: "the default branch", ref: { kind: "default" } };
  }
  const ref = matchRef(version, refs);
  return ref === undefined ? undefined : { name: version, ref };
}

/** The repository of the settings, which may be a folder on this machine. */
export const comfySource = ({ settings }: Pick<Instance, "settings">) => ({
  address: settings.install.source,
  allowsFiles: true,
});

/** Resolves a version at the remote repository. Rejects with `MANAGED_VERSION_UNKNOWN` or `MANAGED_GIT_...`. */
export async function resolveTarget(
  instance: Instance,
  version: string,
  options: WorkOptions,
): Promise<VersionTarget> {
  const refs = await listRemoteRefs(instance, comfySource(instance), options);
  const target = selectTarget(version, refs);
  if (target !== undefined) return target;
  const why = version === "latest" ? ": it is empty" : "";
  throw unknownVersionFault(instance, version, why);
}

export const unknownVersionFault = (instance: Instance, version: string, why: string) =>
  managedFault("MANAGED_VERSION_UNKNOWN", {
    source: redactCredentials(instance.settings.install.source),
    version,
    why,
  });

/** The version in ComfyUI's own files; undefined if they have none. */
export async function readTreeVersion(comfy: string): Promise<string | undefined> {
  const grammars: readonly (readonly [file: string, grammar: RegExp])[] = [
    ["comfyui_version.py", /^__version__\s*=\s*["']([^"'\s]+)["']/m],
    ["pyproject.toml", /^\[project\][^[]*?^version\s*=\s*["']([^"'\s]+)["']/ms],
  ];
  for (const [file, grammar] of grammars) {
    const text = await readFile(join(comfy, file), "utf8").catch(() => "");
    const found = grammar.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}
