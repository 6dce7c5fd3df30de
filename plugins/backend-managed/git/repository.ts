// Queries on a local repository: HEAD, commits, tags, local changes.

import type { WorkOptions } from "../instance.js";
import type { GitReach } from "./hardening.js";
import { git, gitResult, type GitTools } from "./run-git.js";

export interface RepositoryOptions extends WorkOptions {
  readonly folder: string;
  /** The repositories that the calls may access, if they need others than this one. */
  readonly reach?: GitReach;
}

export interface Head {
  readonly commit: string;
  /** The checked-out branch; none for a detached HEAD. */
  readonly branch?: string | undefined;
}

/** Options for a call whose failure is expected, so that its error output is not reported. */
const withoutProgress = ({ folder, signal }: RepositoryOptions): RepositoryOptions => ({ folder, signal });

/** Reads HEAD. Rejects with `MANAGED_GIT_FAILED` when the folder is not a repository, is damaged, or has no commit. */
export async function readHead(instance: GitTools, at: RepositoryOptions): Promise<Head> {
  const [commit = ""] = await git(instance, ["rev-parse", "--verify", "HEAD^{commit}"], at);
  const { exitCode, lines } = await gitResult(instance, ["symbolic-ref", "--quiet", "--short", "HEAD"], at);
  return { commit, branch: exitCode === 0 ? lines[0] : undefined };
}

/** The commit of a full ref name (`refs/...`) or hash; undefined when it does not exist. */
export async function resolveCommit(
  instance: GitTools,
  name: string,
  at: RepositoryOptions,
): Promise<string | undefined> {
  const { exitCode, lines } = await gitResult(
    instance,
    ["rev-parse", "--verify", "--quiet", `${name}^{commit}`],
    withoutProgress(at),
  );
  return exitCode === 0 ? lines[0] : undefined;
}

/**
 * The full hash of a commit by its hash. One that no branch or tag contains is requested from `address` by its full hash,
 * which some servers allow. Undefined if it is not found.
 */
export async function findCommit(
  instance: GitTools,
  hash: string,
  address: string,
  at: RepositoryOptions,
): Promise<string | undefined> {
  const found = await resolveCommit(instance, hash, at);
  if (found !== undefined || hash.length < 40) return found;
  await gitResult(instance, ["fetch", "--no-tags", "--", address, hash], at);
  return resolveCommit(instance, hash, at);
}

/** Names of the tags that `revision` contains (default: HEAD). */
export const reachableTags = (
  instance: GitTools,
  at: RepositoryOptions,
  revision = "HEAD",
): Promise<readonly string[]> =>
  git(instance, ["for-each-ref", `--merged=${revision}`, "--format=%(refname:strip=2)", "refs/tags"], at);

/** Tracked files that differ from HEAD. Untracked files and changes inside submodules do not count. */
export async function listLocalChanges(
  instance: GitTools,
  at: RepositoryOptions,
): Promise<readonly string[]> {
  const args = ["status", "--porcelain=v1", "--untracked-files=no", "--ignore-submodules=dirty"];
  const lines = await git(instance, args, at);
  return lines.map((line) => line.slice(3)).filter((path) => path !== "");
}

/** Tracked files that an interrupted merge, rebase or stash has left in conflict. */
export const conflictingFiles = async (
  instance: GitTools,
  at: RepositoryOptions,
): Promise<readonly string[]> =>
  (await gitResult(instance, ["diff", "--name-only", "--diff-filter=U"], at)).lines;

/** The text of a file at a commit; undefined when the commit has no such file. */
export async function fileAt(
  instance: GitTools,
  commit: string,
  path: string,
  at: RepositoryOptions,
): Promise<string | undefined> {
  const { exitCode, lines } = await gitResult(
    instance,
    ["show", "--no-textconv", `${commit}:${path}`],
    withoutProgress(at),
  );
  return exitCode === 0 ? lines.join("\n") : undefined;
}

/** Tracked symbolic links, as relative paths. */
export async function trackedLinks(instance: GitTools, at: RepositoryOptions): Promise<readonly string[]> {
  const lines = await git(instance, ["ls-files", "--stage"], at);
  return lines.filter((line) => line.startsWith("120000 ")).map((line) => line.slice(line.indexOf("\t") + 1));
}
