// Clones a repository into a temporary sibling folder and renames it when complete.

import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { discard, moveFile } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import type { WorkOptions } from "../instance.js";
import { git, type GitTools } from "./run-git.js";
import { findCommit, type Head, type RepositoryOptions } from "./repository.js";
import { checkedSource, type GitRef, type GitSource } from "./remote-refs.js";

export interface CloneOptions extends WorkOptions {
  /** The branch, tag or commit to check out. Default: the branch that the repository names. */
  readonly ref?: GitRef;
  /** Fetches only the checked-out commit, except for `ref.kind` "commit". Default: the full history with all tags. */
  readonly isShallow?: boolean;
}

/**
 * Clones into `into`, which must not exist, with submodules. A tag or commit leaves a detached HEAD. A clone that fails or
 * is aborted leaves nothing. Rejects with `MANAGED_GIT_...`.
 */
export async function clone(
  instance: GitTools,
  source: GitSource,
  into: string,
  options: CloneOptions = {},
): Promise<void> {
  const { address, reach } = checkedSource(source);
  if (existsSync(into)) throw managedFault("MANAGED_GIT_FOLDER", { folder: into });
  const { ref = { kind: "default" }, isShallow = false, ...work } = options;
  const partial = `${into}.partial-${randomBytes(4).toString("hex")}`;
  const at = { ...work, folder: partial, reach };
  const isDeep = !isShallow || ref.kind === "commit";
  const named = ref.kind === "tag" || ref.kind === "branch" ? ["--branch", ref.name] : [];
  try {
    const depth = isDeep ? [] : ["--depth", "1"];
    // A name with a leading dash is safe here: `--branch` takes the next argument as its value.
    const args = ["clone", "--progress", "--no-checkout", "--origin", "origin", ...depth, ...named];
    await git(instance, [...args, "--", address, partial], { ...work, reach });
    if (!isDeep) await git(instance, ["remote", "set-branches", "origin", "*"], { ...work, folder: partial });
    if (ref.kind === "commit") {
      const found = await findCommit(instance, ref.commit, address, at);
      await checkOut(instance, ["--detach", found ?? ref.commit], at);
    } else if (ref.kind === "tag") await checkOut(instance, ["--detach", `refs/tags/${ref.name}`], at);
    else await checkOut(instance, [], at);
    await updateSubmodules(instance, at);
    await moveFile(partial, into);
  } catch (error) {
    await discard(partial);
    throw error;
  }
}

/** A checkout may need the network: filters such as LFS download files. */
const checkOut = (instance: GitTools, what: readonly string[], at: RepositoryOptions) =>
  git(instance, ["checkout", "--force", ...what, "--"], at);

/** Updates submodules to the commits that the checkout names. Rejects when one has conflicting local changes. */
export async function updateSubmodules(instance: GitTools, at: RepositoryOptions): Promise<void> {
  if (!existsSync(join(at.folder, ".gitmodules"))) return;
  await git(instance, ["submodule", "update", "--init", "--recursive"], { reach: "network", ...at });
}

/**
 * Checks out `commit` on `branch`, or detached. Discards local changes, which the caller has saved. Rejects when
 * untracked or ignored files are in the way.
 */
export async function checkOutHead(
  instance: GitTools,
  at: RepositoryOptions,
  { commit, branch }: Head,
): Promise<void> {
  const target = branch === undefined ? ["--detach", commit] : ["--no-track", "-B", branch, commit];
  await git(instance, ["reset", "--hard", "--quiet"], { ...at, reach: "here" });
  await git(instance, ["checkout", "--no-overwrite-ignore", ...target, "--"], at);
  await updateSubmodules(instance, at);
}
