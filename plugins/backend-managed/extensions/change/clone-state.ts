// Saves and restores the state of a clone: its HEAD and its local changes.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { checkOutHead } from "../../git/clone.js";
import { git, gitResult, type GitTools } from "../../git/run-git.js";
import { listLocalChanges, pictorAuthor, type Head, type RepositoryOptions } from "../../git/repository.js";
import { gitFolderOf } from "../installed/git-folder.js";

/** State of a clone, to be restored later. */
export interface CloneState {
  readonly head: Head;
  /** Stash commit with the local changes; absent if there were none. */
  readonly stash?: string;
}

/** git settings with an author, which git requires for commits; empty if the user has configured one. */
export async function committerSettings(
  instance: GitTools,
  at: RepositoryOptions,
): Promise<readonly string[]> {
  const { exitCode } = await gitResult(instance, ["var", "GIT_COMMITTER_IDENT"], at);
  return exitCode === 0 ? [] : pictorAuthor;
}

/** Saves the local changes as a stash commit. Does not change the working tree. */
export async function saveCloneState(
  instance: GitTools,
  at: RepositoryOptions,
  head: Head,
): Promise<CloneState> {
  // `stash create` fails if only time stamps differ, as in a copied folder.
  if ((await listLocalChanges(instance, at)).length === 0) return { head };
  const settings = await committerSettings(instance, at);
  const [stash = ""] = await git(instance, ["stash", "create"], { ...at, settings });
  return stash === "" ? { head } : { head, stash };
}

/** Applies a stash commit to the working tree. */
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

/** Restores a saved state. Can be repeated, also after git was killed. */
export async function restoreClone(
  instance: GitTools,
  at: RepositoryOptions,
  { head, stash }: CloneState,
): Promise<void> {
  const folder = await gitFolderOf(at.folder);
  if (folder !== undefined) await rm(join(folder.directory, "index.lock"), { force: true });
  await gitResult(instance, ["rebase", "--abort"], { ...at, reach: "here" });
  await checkOutHead(instance, at, head);
  if (stash !== undefined) await applyStash(instance, at, stash);
}
