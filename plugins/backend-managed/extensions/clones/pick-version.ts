// Picks the commit for a version or a range of versions, in a clone that has the full history.

import { isAnyVersion, isWanted, newestFirst, newestIn, noVersionFault, versionOf } from "@pictor/extensions";
import { readPyproject } from "@pictor/extensions/pyproject";
import type { ExtensionSpec } from "@pictor/kernel/plugin";
import { git, type GitTools } from "../../git/run-git.js";
import { fileAt, reachableTags, type Head, type RepositoryOptions } from "../../git/repository.js";
import type { Change } from "../change/change.js";

export interface VersionChoices {
  /** The branch that is checked out, with its commit in the remote repository. */
  readonly branch?: Required<Head> | undefined;
  /** Whether a tag is checked out. If any version is accepted, the newest tag is picked then. */
  readonly isAtTag: boolean;
  /** Commits by tag name. */
  readonly tags: ReadonlyMap<string, string>;
  /** Commit of the default branch. */
  readonly head: string | undefined;
}

/** The version of a commit: from its pyproject.toml, else from the newest tag that it contains. */
export async function versionAt(
  instance: GitTools,
  at: RepositoryOptions,
  commit: string,
): Promise<string | undefined> {
  const text = await fileAt(instance, commit, "pyproject.toml", at);
  const version = text === undefined ? undefined : readPyproject(text)?.version;
  if (version !== undefined) return version;
  return newestIn(await reachableTags(instance, at, commit), "*")?.version;
}

/** Tags that are named after a wanted version, newest first. */
export const matchingTags = (wanted: ExtensionSpec, tags: Iterable<string>): readonly string[] =>
  newestFirst(
    [...tags].filter((tag) => isWanted(wanted, versionOf(tag))),
    wanted.version === undefined ? wanted.range : "*",
  ).map(({ text }) => text);

/** Maximum numbers of tags and of commits whose versions are read; each takes a call of git. */
const maxTags = 30;
const maxCommits = 300;

/** The commit to check out, on a branch or detached. Rejects with `EXTENSION_NO_VERSION`. */
export async function pickVersion(
  { instance, id }: Change,
  at: RepositoryOptions,
  wanted: ExtensionSpec,
  choices: VersionChoices,
): Promise<Head> {
  const seen = new Map<string, string | undefined>();
  const fits = async (commit: string): Promise<boolean> => {
    if (!seen.has(commit)) seen.set(commit, await versionAt(instance, at, commit));
    return isWanted(wanted, seen.get(commit));
  };
  for (const target of targetsOf(wanted, choices)) {
    if (await fits(target.commit)) return target;
  }
  for (const commit of await versionCommits(instance, at, choices.head)) {
    if (await fits(commit)) return { commit };
  }
  const named = [...choices.tags.keys()].map(versionOf);
  const found = [...new Set([...seen.values(), ...named])].filter((version) => version !== undefined);
  // The repository has no versions at all: the caller decides whether its newest commit is acceptable.
  if (found.length === 0 && wanted.version === undefined && choices.head !== undefined)
    return choices.branch ?? { commit: choices.head };
  throw noVersionFault(id, wanted, found);
}

/** Targets in order of preference: a clone on a branch stays on it, and a clone at a tag gets a newer tag. */
function targetsOf(wanted: ExtensionSpec, { branch, isAtTag, tags, head }: VersionChoices): readonly Head[] {
  const onBranch = branch === undefined ? [] : [branch];
  const tagged = matchingTags(wanted, tags.keys())
    .slice(0, maxTags)
    .map((name) => ({ commit: tags.get(name) ?? "" }));
  const tip = head === undefined ? [] : [{ commit: head }];
  const prefersTip = isAnyVersion(wanted.range) && wanted.version === undefined && !isAtTag;
  return prefersTip ? [...onBranch, ...tip, ...tagged] : [...onBranch, ...tagged, ...tip];
}

/** Commits that changed pyproject.toml and thereby perhaps the version; newest first. */
async function versionCommits(
  instance: GitTools,
  at: RepositoryOptions,
  head: string | undefined,
): Promise<readonly string[]> {
  if (head === undefined) return [];
  return git(instance, ["log", "--format=%H", `--max-count=${maxCommits}`, head, "--", "pyproject.toml"], at);
}
