// Which commit of a repository is meant by a version, a range or digits; all of its history is here.

import { commitOf as digitsOf, isIn, newestFirst, newestIn, versionOf } from "@pictor/extensions";
import { readPyproject } from "@pictor/extensions/pyproject";
import type { ExtensionSpec } from "@pictor/kernel/plugin";
import { git, type GitTools } from "../../git/run-git.js";
import { resolveCommit, fileAt, reachableTags, type RepositoryOptions } from "../../git/repository.js";

/** Where a clone is to be. */
export interface Target {
  readonly commit: string;
  /** The branch that goes there; none: a detached HEAD. */
  readonly branch?: string;
}

/** What there is to choose from. */
export interface VersionChoices {
  /** The branch that is checked out, with the commit that it has in the repository it comes from. */
  readonly branch?: { readonly name: string; readonly commit: string };
  /** Whether a tag is checked out: the newest one is meant then, where any version will do. */
  readonly isAtTag: boolean;
  /** Commits by tag name. */
  readonly tags: ReadonlyMap<string, string>;
  /** Commit of the branch that a clone takes. */
  readonly head: string | undefined;
}

export type PickResult =
  | { readonly kind: "target"; readonly target: Target }
  /** Nothing that is wanted; the versions that were seen. */
  | { readonly kind: "none"; readonly found: readonly string[] };

const isAny = (range: string): boolean => range.trim() === "" || range.trim() === "*";

/** As the list tells it, for any commit: from pyproject.toml, else from the newest tag that leads there. */
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

/** Whether a version is one that is wanted. What has none is, where any will do. */
export function isWanted({ range, version }: ExtensionSpec, found: string | undefined): boolean {
  if (version !== undefined) return found !== undefined && versionOf(version) === found;
  return found === undefined ? isAny(range) : isIn(found, range);
}

/** Tags whose names say a version that is wanted, newest first. */
export const matchingTags = (wanted: ExtensionSpec, tags: Iterable<string>): readonly string[] =>
  newestFirst(
    [...tags].filter((tag) => isWanted(wanted, versionOf(tag))),
    wanted.version === undefined ? wanted.range : "*",
  ).map(({ text }) => text);

/** More are not looked at; each takes a call of git. */
const maxTags = 30;
const maxCommits = 300;

/** Undefined for a commit that the repository does not have. */
export async function pickCommit(
  instance: GitTools,
  at: RepositoryOptions,
  digits: string,
): Promise<Target | undefined> {
  const asked = digitsOf(digits);
  const commit = asked === undefined ? undefined : await resolveCommit(instance, asked, at);
  return commit === undefined ? undefined : { commit };
}

export async function pickVersion(
  instance: GitTools,
  at: RepositoryOptions,
  wanted: ExtensionSpec,
  choices: VersionChoices,
): Promise<PickResult> {
  const seen = new Map<string, string | undefined>();
  const fits = async (commit: string): Promise<boolean> => {
    if (!seen.has(commit)) seen.set(commit, await versionAt(instance, at, commit));
    return isWanted(wanted, seen.get(commit));
  };
  for (const target of targetsOf(wanted, choices)) {
    if (await fits(target.commit)) return { kind: "target", target };
  }
  for (const commit of await releases(instance, at, choices.head)) {
    if (await fits(commit)) return { kind: "target", target: { commit } };
  }
  const named = [...choices.tags.keys()].map(versionOf);
  const found = [...new Set([...seen.values(), ...named])].filter((version) => version !== undefined);
  // Nothing in it tells a version: whether it will do is for whoever asked.
  if (found.length === 0 && wanted.version === undefined && choices.head !== undefined)
    return { kind: "target", target: tipOf(choices.branch) ?? { commit: choices.head } };
  return { kind: "none", found };
}

const tipOf = (branch: VersionChoices["branch"]): Target | undefined =>
  branch === undefined ? undefined : { commit: branch.commit, branch: branch.name };

/** In order of preference. Whoever works on a branch stays there; whoever took a tag gets a newer one. */
function targetsOf(
  wanted: ExtensionSpec,
  { branch, isAtTag, tags, head }: VersionChoices,
): readonly Target[] {
  const onBranch = [tipOf(branch)].filter((target) => target !== undefined);
  const versionByFolder = matchingTags(wanted, tags.keys())
    .slice(0, maxTags)
    .map((name) => ({ commit: tags.get(name) ?? "" }));
  const tip = head === undefined ? [] : [{ commit: head }];
  const isTip = isAny(wanted.range) && wanted.version === undefined && !isAtTag;
  return isTip ? [...onBranch, ...tip, ...versionByFolder] : [...onBranch, ...versionByFolder, ...tip];
}

/** Commits that changed pyproject.toml, where versions are without tags; newest first. */
async function releases(
  instance: GitTools,
  at: RepositoryOptions,
  head: string | undefined,
): Promise<readonly string[]> {
  if (head === undefined) return [];
  return git(instance, ["log", "--format=%H", `--max-count=${maxCommits}`, head, "--", "pyproject.toml"], at);
}
