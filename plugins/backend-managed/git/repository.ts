// A repository on this machine: where it stands, and what was changed by hand.

import type { WorkOptions } from "../instance.js";
import { git, gitResult, type GitTools } from "./run-git.js";

export interface RepositoryOptions extends WorkOptions {
  readonly folder: string;
}

export interface Head {
  readonly commit: string;
  /** Undefined where no branch is checked out. */
  readonly branch: string | undefined;
}
/** For calls that may fail: their error output is not shown. */
const withoutProgress = ({ folder, signal }: RepositoryOptions): RepositoryOptions => ({ folder, signal });
/** Where a repository stands. Rejects with `MANAGED_GIT_FAILED` when it is none, is broken, or has no commit. */
export async function readHead(instance: GitTools, at: RepositoryOptions): Promise<Head> {
  const [commit = ""] = await git(instance, ["rev-parse", "--verify", "HEAD^{commit}"], at);
  const { exitCode, lines } = await gitResult(instance, ["symbolic-ref", "--quiet", "--short", "HEAD"], at);
  return { commit, branch: exitCode === 0 ? lines[0] : undefined };
}

/** The commit that a full name (`refs/...`) or digits stand for; undefined when there is none. */
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

/** Tags that lead to `revision` (a commit; default HEAD), as `refs/tags/` has them. */
export const reachableTags = (
  instance: GitTools,
  at: RepositoryOptions,
  revision = "HEAD",
): Promise<readonly string[]> =>
  git(instance, ["for-each-ref", `--merged=${revision}`, "--format=%(refname:strip=2)", "refs/tags"], at);

/** Files under version control that differ from the commit; new files do not count. Submodules count by their commit. */
export async function localChanges(instance: GitTools, at: RepositoryOptions): Promise<readonly string[]> {
  const args = ["status", "--porcelain=v1", "--untracked-files=no", "--ignore-submodules=dirty"];
  const lines = await git(instance, args, at);
  return lines.map((line) => line.slice(3)).filter((path) => path !== "");
}

/** How a repository is named for people: its newest tag with what came after it (`v1.2-3-gabc1234`), else its commit. */
export async function describe(instance: GitTools, at: RepositoryOptions): Promise<string> {
  const [name = ""] = await git(instance, ["describe", "--tags", "--always"], at);
  return name;
}

/** Of a file at a commit; undefined where it has none. */
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

/** Links under version control, as relative paths. */
export async function trackedLinks(instance: GitTools, at: RepositoryOptions): Promise<readonly string[]> {
  const lines = await git(instance, ["ls-files", "--stage"], at);
  return lines.filter((line) => line.startsWith("120000 ")).map((line) => line.slice(line.indexOf("\t") + 1));
}
