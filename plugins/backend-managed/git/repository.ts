// A repository on this machine: where it stands, and what was changed by hand.

import type { WorkOptions } from "../instance.js";
import { git, gitEnd, type GitMeans } from "./run-git.js";

export interface InFolder extends WorkOptions {
  readonly folder: string;
}

export interface Head {
  readonly commit: string;
  /** Undefined where no branch is checked out. */
  readonly branch: string | undefined;
}

/** For calls that may fail, and whose words nobody needs. */
const quietly = ({ folder, signal }: InFolder): InFolder =>
  signal === undefined ? { folder } : { folder, signal };

/** Where a repository stands. Rejects with `MANAGED_GIT_FAILED` when it is none, is broken, or has no commit. */
export async function headOf(means: GitMeans, at: InFolder): Promise<Head> {
  const [commit = ""] = await git(means, ["rev-parse", "--verify", "HEAD^{commit}"], at);
  const { exitCode, lines } = await gitEnd(means, ["symbolic-ref", "--quiet", "--short", "HEAD"], at);
  return { commit, branch: exitCode === 0 ? lines[0] : undefined };
}

/** The commit that a full name (`refs/...`) or digits stand for; undefined when there is none. */
export async function commitOf(means: GitMeans, name: string, at: InFolder): Promise<string | undefined> {
  const { exitCode, lines } = await gitEnd(
    means,
    ["rev-parse", "--verify", "--quiet", `${name}^{commit}`],
    quietly(at),
  );
  return exitCode === 0 ? lines[0] : undefined;
}

/** Tags that lead to `revision` (a commit; default HEAD), as `refs/tags/` has them. */
export const reachableTags = (means: GitMeans, at: InFolder, revision = "HEAD"): Promise<readonly string[]> =>
  git(means, ["for-each-ref", `--merged=${revision}`, "--format=%(refname:strip=2)", "refs/tags"], at);

/** Files under version control that differ from the commit; new files do not count. Submodules count by their commit. */
export async function localChanges(means: GitMeans, at: InFolder): Promise<readonly string[]> {
  const args = ["status", "--porcelain=v1", "--untracked-files=no", "--ignore-submodules=dirty"];
  const lines = await git(means, args, at);
  return lines.map((line) => line.slice(3)).filter((path) => path !== "");
}

/** How a repository is named for people: its newest tag with what came after it (`v1.2-3-gabc1234`), else its commit. */
export async function describe(means: GitMeans, at: InFolder): Promise<string> {
  const [name = ""] = await git(means, ["describe", "--tags", "--always"], at);
  return name;
}

/** Of a file at a commit; undefined where it has none. */
export async function fileAt(
  means: GitMeans,
  commit: string,
  path: string,
  at: InFolder,
): Promise<string | undefined> {
  const { exitCode, lines } = await gitEnd(
    means,
    ["show", "--no-textconv", `${commit}:${path}`],
    quietly(at),
  );
  return exitCode === 0 ? lines.join("\n") : undefined;
}

/** Links under version control, as relative paths. */
export async function trackedLinks(means: GitMeans, at: InFolder): Promise<readonly string[]> {
  const lines = await git(means, ["ls-files", "--stage"], at);
  return lines.filter((line) => line.startsWith("120000 ")).map((line) => line.slice(line.indexOf("\t") + 1));
}
