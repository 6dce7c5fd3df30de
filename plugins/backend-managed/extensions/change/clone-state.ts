// Brings a clone to another commit and back, with what was changed by hand.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { updateSubmodules } from "../../git/clone.js";
import { git, gitResult, type GitTools } from "../../git/run-git.js";
import type { GitReach } from "../../git/hardening.js";
import { localChanges, type Head, type RepositoryOptions } from "../../git/repository.js";
import { gitFolderOf } from "../installed/git-folder.js";

/** Where a clone was, so that it can be brought back there. */
export interface CloneState {
  readonly head: Head;
  /** A commit that holds the changes of files under version control; none where there were none. */
  readonly stash?: string;
}

export interface CloneLocation extends RepositoryOptions {
  readonly reach?: GitReach;
}

/** Git asks for a name before it writes a commit; where the person has given none, this one will do. */
export async function committerSettings(instance: GitTools, at: RepositoryOptions): Promise<readonly string[]> {
  const { exitCode } = await gitResult(instance, ["var", "GIT_COMMITTER_IDENT"], at);
  return exitCode === 0 ? [] : ["user.name=Pictor", "user.email=pictor@localhost"];
}

/** Where it is, with a copy of what was changed by hand. Changes nothing. */
export async function saveCloneState(instance: GitTools, at: RepositoryOptions, head: Head): Promise<CloneState> {
  // It fails where only the times of files differ, as in a folder that was copied.
  if ((await localChanges(instance, at)).length === 0) return { head };
  const settings = await committerSettings(instance, at);
  const [stash = ""] = await git(instance, ["stash", "create"], { ...at, settings });
  return stash === "" ? { head } : { head, stash };
}

/**
 * Checks out `commit`: on `branch`, or on none. Changes of files under version control are lost: they are in the stash of
 * `standingOf`. New files that are in the way, ignored ones too, make it reject.
 */
export async function checkOutHead(instance: GitTools, at: CloneLocation, { commit, branch }: Head): Promise<void> {
  const onto = branch === undefined ? ["--detach", commit] : ["-B", branch, commit];
  await git(instance, ["reset", "--hard", "--quiet"], { ...at, reach: "here" });
  await git(instance, ["checkout", "--no-overwrite-ignore", "--no-track", ...onto, "--"].filter(fits(onto)), at);
  await updateSubmodules(instance, { ...at, reach: at.reach ?? "network" });
}

/** `--no-track` is for branches only. */
const fits = (onto: readonly string[]) => (text: string) => text !== "--no-track" || onto[0] === "-B";

/** Puts the changes of a stash on top of what is checked out. */
export async function applyStash(instance: GitTools, at: RepositoryOptions, stash: string): Promise<void> {
  const settings = await committerSettings(instance, at);
  const whole = await gitResult(instance, ["stash", "apply", "--quiet", "--index", stash], { ...at, settings });
  if (whole.exitCode === 0) return;
  // What was staged cannot always be staged again; the files count.
  await git(instance, ["reset", "--hard", "--quiet"], at);
  await git(instance, ["stash", "apply", "--quiet", stash], { ...at, settings });
}

/** Back to where it was. Can be done twice, and after git itself was killed. */
export async function restoreClone(instance: GitTools, at: CloneLocation, { head, stash }: CloneState): Promise<void> {
  const folder = await gitFolderOf(at.folder);
  if (folder !== undefined) await rm(join(folder.directory, "index.lock"), { force: true });
  await gitResult(instance, ["rebase", "--abort"], { ...at, reach: "here" });
  await checkOutHead(instance, at, head);
  if (stash !== undefined) await applyStash(instance, at, stash);
}
