// Moves ComfyUI's tree to another commit and back. Local changes and untracked files stay.

import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { PictorError, reasonOf } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import { checkOutHead } from "../git/clone.js";
import { git } from "../git/run-git.js";
import { checkedSource } from "../git/remote-refs.js";
import { conflictingFiles, readHead, resolveCommit, type Head } from "../git/repository.js";
import { applyStash, createStash } from "../git/stash.js";
import { comfySource, unknownVersionFault, type VersionTarget } from "./comfy-version.js";
import type { Instance, WorkOptions } from "../instance.js";

/** Refs that protect the local changes and the old commit from garbage collection, for a recovery by hand. */
const changesRef = "refs/pictor/local-changes";
const beforeUpdateRef = "refs/pictor/before-update";

const inTree = (instance: Instance, options: WorkOptions) => ({ ...options, folder: instance.layout.comfy });

/** The checked-out commit and branch of the tree. */
export const readTreeHead = (instance: Instance, options: WorkOptions): Promise<Head> =>
  readHead(instance, inTree(instance, options));

/** Fetches a version without a checkout; settles with its commit. Rejects with `MANAGED_VERSION_UNKNOWN`. */
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
  // A shallow clone stays shallow, a full one stays full.
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
          // Some servers refuse to serve a single commit, and none accepts an abbreviated hash.
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
 * Saves local changes as a stash commit without changing the tree; undefined when there are none. Rejects with
 * `MANAGED_LOCAL_CHANGES` for local commits that the remote repository lacks, because a checkout would abandon them.
 */
export async function saveLocalChanges(
  instance: Instance,
  installed: string | undefined,
  to: string,
  options: WorkOptions,
): Promise<string | undefined> {
  const at = inTree(instance, options);
  const known = [installed, await resolveCommit(instance, beforeUpdateRef, at)].filter(
    (commit) => commit !== undefined,
  );
  const args = ["rev-list", "--count", "HEAD", "--not", ...known, "--remotes", "--tags"];
  const own = Number((await git(instance, args, at))[0] ?? 0);
  if (own > 0) throw localChangesFault(instance, to, `its remote repository lacks local commits (${own})`);
  const saved = await createStash(instance, at);
  if (saved !== undefined) await git(instance, ["update-ref", changesRef, saved], at);
  return saved;
}

const localChangesFault = (instance: Instance, to: string, reason: string, cause?: unknown): PictorError =>
  managedFault("MANAGED_LOCAL_CHANGES", { folder: instance.layout.comfy, to, reason }, { cause });

/** Checks out without overwriting untracked or ignored files; discards local changes. */
const checkOut = (instance: Instance, head: Head, options: WorkOptions): Promise<void> =>
  checkOutHead(
    instance,
    { ...inTree(instance, options), reach: checkedSource(comfySource(instance)).reach },
    head,
  );

/** Applies saved changes. Settles with the reason if they conflict with the tree. */
async function applyChanges(
  instance: Instance,
  saved: string,
  options: WorkOptions,
): Promise<string | undefined> {
  const at = inTree(instance, options);
  try {
    await applyStash(instance, at, saved);
    return undefined;
  } catch (error) {
    if (!(error instanceof PictorError) || error.code !== "MANAGED_GIT_FAILED") throw error;
    const files = await conflictingFiles(instance, at);
    return files.length === 0 ? "they cannot be merged" : `both change ${files.join(", ")}`;
  }
}

export interface TreeMove {
  readonly from: Head;
  readonly commit: string;
  /** Name of the version, for the user. */
  readonly name: string;
  /** The result of `saveLocalChanges`. */
  readonly changes: string | undefined;
}

/**
 * Checks out a commit and reapplies the local changes. When they conflict, restores the tree and rejects with
 * `MANAGED_LOCAL_CHANGES`.
 */
export async function checkOutVersion(
  instance: Instance,
  move: TreeMove,
  options: WorkOptions,
): Promise<void> {
  const { from, commit, name, changes } = move;
  await git(instance, ["update-ref", beforeUpdateRef, from.commit], inTree(instance, options));
  let reason: string | undefined;
  try {
    await checkOut(instance, { commit }, options);
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

/** Restores a checkout with its local changes. Can be repeated, also after an interruption. */
export async function restoreTree(
  instance: Instance,
  head: Head,
  changes: string | undefined,
  options: WorkOptions,
): Promise<void> {
  // A killed git leaves this file. A running git cannot own it, because the install lock is held.
  await rm(join(instance.layout.comfy, ".git", "index.lock"), { force: true });
  await checkOut(instance, head, options);
  if (changes === undefined) return;
  const reason = await applyChanges(instance, changes, options);
  if (reason !== undefined)
    throw localChangesFault(instance, head.commit, `${reason}; they are kept as ${changesRef}`);
}
