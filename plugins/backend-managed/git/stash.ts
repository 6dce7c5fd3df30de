// The local changes of a working tree as a stash commit: saved without changing the tree, and applied to it again.

import { listLocalChanges, type RepositoryOptions } from "./repository.js";
import { git, gitResult, type GitTools } from "./run-git.js";

/** git settings with an author, which git requires for commits; empty if the user has configured one. */
export async function committerSettings(
  instance: GitTools,
  at: RepositoryOptions,
): Promise<readonly string[]> {
  const { exitCode } = await gitResult(instance, ["var", "GIT_COMMITTER_IDENT"], at);
  return exitCode === 0 ? [] : ["user.name=Pictor", "user.email=pictor@localhost"];
}

/** Saves the local changes; undefined if there are none. Does not change the working tree. */
export async function createStash(instance: GitTools, at: RepositoryOptions): Promise<string | undefined> {
  // `stash create` fails if only time stamps differ, as in a copied folder.
  if ((await listLocalChanges(instance, at)).length === 0) return undefined;
  const settings = await committerSettings(instance, at);
  const [stash] = await git(instance, ["stash", "create", "before an update by Pictor"], { ...at, settings });
  return stash === "" ? undefined : stash;
}

/** Applies a stash commit to the working tree. Rejects with `MANAGED_GIT_FAILED` if it conflicts with the tree. */
export async function applyStash(instance: GitTools, at: RepositoryOptions, stash: string): Promise<void> {
  const settings = await committerSettings(instance, at);
  const whole = await gitResult(instance, ["stash", "apply", "--quiet", "--index", stash], {
    ...at,
    settings,
  });
  if (whole.exitCode === 0) return;
  // The stash is applied without the index, which cannot always be restored. Only the files are necessary.
  await git(instance, ["reset", "--hard", "--quiet"], at);
  await git(instance, ["stash", "apply", "--quiet", stash], { ...at, settings });
}
