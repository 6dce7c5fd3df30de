// The changes of a new version in the change log and in manifests. Pure.

import type { PackageManifest } from "./workspaces.js";

const groups = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;

/** Returns the manifest with `range` for each dependency on a package in `names`. Members keep their order. */
export function withRange(
  manifest: PackageManifest,
  names: ReadonlySet<string>,
  range: string,
): PackageManifest {
  const changed = groups.flatMap((group) => {
    const dependencies = manifest[group];
    if (dependencies === undefined) return [];
    const entries = Object.entries(dependencies).map(
      ([name, version]) => [name, names.has(name) ? range : version] as const,
    );
    return [[group, Object.fromEntries(entries)] as const];
  });
  return { ...manifest, ...Object.fromEntries(changed) };
}

/** The text of a changeset, without its front matter. */
export const changesetSummary = (text: string): string => text.replace(/^---\n[^]*?\n---\n/, "").trim();

const listItem = (summary: string): string => `- ${summary.replaceAll("\n", "\n  ")}`;

/** The change log with a section for `version` above the older ones. */
export function withSection(changelog: string, version: string, summaries: readonly string[]): string {
  const section = `## ${version}\n\n${summaries.map(listItem).join("\n")}\n\n`;
  const first = changelog.search(/^## /m);
  return first === -1
    ? `${changelog.trimEnd()}\n\n${section.trimEnd()}\n`
    : changelog.slice(0, first) + section + changelog.slice(first);
}
