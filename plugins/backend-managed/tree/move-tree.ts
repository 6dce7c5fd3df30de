// The tree of ComfyUI is brought to another commit, and back: what a person changed in it, and what is not of it, stays.

import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { PictorError, reasonOf } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import { updateSubmodules } from "../git/clone.js";
import { git, gitResult } from "../git/run-git.js";
import { checkedSource } from "../git/remote-refs.js";
import { resolveCommit, readHead, localChanges } from "../git/repository.js";
import { comfySource, unknownVersionFault, type VersionTarget } from "./comfy-version.js";
import type { Instance, WorkOptions } from "../instance.js";

/** Git keeps what these names stand for: the place to look when something was lost after all. */
const changesRef = "refs/pictor/local-changes";
const beforeUpdateRef = "refs/pictor/before-update";
/** Of the commit that keeps them; a person may have none. */
const settings = ["user.name=Pictor", "user.email=pictor@localhost"];

const inTree = (instance: Instance, options: WorkOptions) => ({ ...options, folder: instance.layout.comfy });

/** Where the tree is, and how to come back. */
export interface Checkout {
  readonly commit: string;
  /** Absent where none is checked out. */
  readonly branch?: string;
}

export async function currentCheckout(instance: Instance, options: WorkOptions): Promise<Checkout> {
  const { commit, branch } = await readHead(instance, inTree(instance, options));
  return { commit, ...(branch === undefined ? {} : { branch }) };
}

/** Fetches what is meant and settles with its commit; the tree stays. Rejects with `MANAGED_VERSION_UNKNOWN`. */
export async function fetchVersion(
  instance: Instance,
  { ref, name }: VersionTarget,
  options: WorkOptions,
): Promise<string> {
  const { address, reach } = checkedSource(comfySource(instance));
  const at = inTree(instance, options);
  await git(instance, ["remote", "set-url", "origin", address], at).catch(() =>
    git(instance, ["remote", "add", "origin", address], at),
  );
  // Of a clone that has only its newest commit, the next one too; a whole one stays whole.
  const depth = existsSync(join(at.folder, ".git", "shallow")) ? ["--depth", "1"] : [];
  const fetch = (...what: readonly string[]) =>
    git(instance, ["fetch", "--progress", "--force", ...what], { ...at, reach });
  const commit = async (): Promise<string | undefined> => {
    switch (ref.kind) {
      case "tag":
        await fetch(...depth, "origin", `refs/tags/${ref.name}:refs/tags/${ref.name}`);
        return resolveCommit(instance, `refs/tags/${ref.name}`, at);
      case "branch":
        await fetch(...depth, "origin", `refs/heads/${ref.name}:refs/remotes/origin/${ref.name}`);
        return resolveCommit(instance, `refs/remotes/origin/${ref.name}`, at);
      case "default":
        await fetch(...depth, "origin", "HEAD");
        return resolveCommit(instance, "FETCH_HEAD", at);
      case "commit": {
        const everything = ["--tags", "origin", "+refs/heads/*:refs/remotes/origin/*"];
        const isWhole = ref.commit.length === 40;
        const attempts = [
          () => Promise.resolve(),
          // Not every server gives a commit that is asked for by itself, and none knows its beginning.
          () => (isWhole ? fetch(...depth, "origin", ref.commit).catch(() => undefined) : undefined),
          () => fetch(...depth, ...everything),
          () => (depth.length > 0 ? fetch("--unshallow", ...everything) : undefined),
        ];
        for (const attempt of attempts) {
          await attempt();
          options.signal?.throwIfAborted();
          const found = await resolveCommit(instance, ref.commit, at);
          if (found !== undefined) return found;
        }
        return undefined;
      }
    }
  };
  const found = await commit();
  if (found === undefined) throw unknownVersionFault(instance, name, "");
  return found;
}

/**
 * Changes of a person as a commit that is in no branch; undefined where there are none. The tree stays as it is. Rejects
 * with `MANAGED_LOCAL_CHANGES` for commits that are not in the repository that it came from: they would leave the tree.
 */
export async function saveLocalChanges(
  instance: Instance,
  installed: string | undefined,
  to: string,
  options: WorkOptions,
): Promise<string | undefined> {
  const at = inTree(instance, options);
  const known = [installed, await resolveCommit(instance, beforeUpdateRef, at)].filter((commit) => commit !== undefined);
  const args = ["rev-list", "--count", "HEAD", "--not", ...known, "--remotes", "--tags"];
  const own = Number((await git(instance, args, at))[0] ?? 0);
  if (own > 0) throw localChangesFault(instance, to, `${own} of its commits are not in the repository that it came from`);
  if ((await localChanges(instance, at)).length === 0) return undefined;
  const [saved] = await git(instance, ["stash", "create", "before an update by Pictor"], { ...at, settings });
  if (saved === undefined || saved === "") return undefined;
  await git(instance, ["update-ref", changesRef, saved], at);
  return saved;
}

const localChangesFault = (instance: Instance, to: string, reason: string, cause?: unknown): PictorError =>
  managedFault("MANAGED_LOCAL_CHANGES", { folder: instance.layout.comfy, to, reason }, { cause });

/** Everything that is not of ComfyUI's repository stays: nothing is forced over a file that git does not know. */
async function checkOut(instance: Instance, where: readonly string[], options: WorkOptions): Promise<void> {
  const at = inTree(instance, options);
  await git(instance, ["checkout", "--no-overwrite-ignore", ...where, "--"], at);
  await updateSubmodules(instance, { ...at, reach: checkedSource(comfySource(instance)).reach });
}

async function applyChanges(instance: Instance, saved: string, options: WorkOptions): Promise<string | undefined> {
  const at = inTree(instance, options);
  const args = ["stash", "apply", "--quiet", saved];
  const { exitCode } = await gitResult(instance, args, { ...at, settings });
  if (exitCode === 0) return undefined;
  const files = await git(instance, ["diff", "--name-only", "--diff-filter=U"], at);
  return files.length === 0 ? "they cannot be merged" : `both change ${files.join(", ")}`;
}

export interface TreeMove {
  readonly from: Checkout;
  readonly commit: string;
  /** Of the version, for people. */
  readonly name: string;
  /** What `saveChanges` gave. */
  readonly changes: string | undefined;
}

/**
 * Checks the commit out, with the person's changes on top. Where they do not fit it comes back and rejects with
 * `MANAGED_LOCAL_CHANGES`.
 */
export async function checkOutVersion(instance: Instance, move: TreeMove, options: WorkOptions): Promise<void> {
  const { from, commit, name, changes } = move;
  const at = inTree(instance, options);
  await git(instance, ["update-ref", beforeUpdateRef, from.commit], at);
  if (changes !== undefined) await git(instance, ["reset", "--quiet", "--hard"], at);
  let reason: string | undefined;
  try {
    await checkOut(instance, ["--detach", commit], options);
    if (changes === undefined) return;
    reason = await applyChanges(instance, changes, options);
    if (reason === undefined) return;
  } catch (error) {
    options.signal?.throwIfAborted();
    reason = reasonOf(error);
  }
  await restoreTree(instance, from, changes, options);
  throw localChangesFault(instance, name, reason);
}

/** Back to where it was, with the person's changes; may be repeated, also after it was killed in the middle. */
export async function restoreTree(
  instance: Instance,
  { commit, branch }: Checkout,
  changes: string | undefined,
  options: WorkOptions,
): Promise<void> {
  // Of a git that was killed; nobody else works here, as the instance is locked.
  await rm(join(instance.layout.comfy, ".git", "index.lock"), { force: true });
  await git(instance, ["reset", "--quiet", "--hard"], inTree(instance, options));
  await checkOut(instance, branch === undefined ? ["--detach", commit] : [branch], options);
  if (changes === undefined) return;
  const reason = await applyChanges(instance, changes, options);
  if (reason !== undefined) throw localChangesFault(instance, commit, `${reason}; they are kept as ${changesRef}`);
}
