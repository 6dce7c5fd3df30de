// Clones: into a temporary sibling, renamed when it is whole; a folder that is there is a whole clone.

import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { managedFault } from "../faults.js";
import type { WorkOptions } from "../instance.js";
import { git, gitResult, type GitTools } from "./run-git.js";
import { checkedSource, type GitRef, type GitSource } from "./remote-refs.js";

export interface CloneOptions extends WorkOptions {
  /** Default: the branch that the repository names. */
  readonly ref?: GitRef;
  /** Only the commit that is checked out, where that can be had. Default: everything, with all tags. */
  readonly isShallow?: boolean;
}

/**
 * Clones to `into`, which must not exist; submodules come too. Settles with the commit that is checked out. Nothing is
 * left of one that fails or is aborted. A tag or commit leaves a detached HEAD. Rejects with `MANAGED_GIT_...`.
 */
export async function clone(
  instance: GitTools,
  source: GitSource,
  into: string,
  options: CloneOptions = {},
): Promise<string> {
  const { address, reach } = checkedSource(source);
  if (existsSync(into)) throw managedFault("MANAGED_GIT_FOLDER", { folder: into });
  const { ref = { kind: "default" }, isShallow = false, ...work } = options;
  const partial = `${into}.partial-${randomBytes(4).toString("hex")}`;
  const at = { ...work, folder: partial, reach };
  const isDeep = !isShallow || ref.kind === "commit";
  const named = ref.kind === "tag" || ref.kind === "branch" ? ["--branch", ref.name] : [];
  try {
    const depth = isDeep ? [] : ["--depth", "1"];
    // A name that begins with a dash cannot be one: `--branch` takes what follows as its value.
    await git(
      instance,
      [
        "clone",
        "--progress",
        "--no-checkout",
        "--origin",
        "origin",
        ...depth,
        ...named,
        "--",
        address,
        partial,
      ],
      { ...work, reach },
    );
    if (!isDeep) await git(instance, ["remote", "set-branches", "origin", "*"], { ...work, folder: partial });
    if (ref.kind === "commit") await checkOutCommit(instance, ref.commit, at);
    else if (ref.kind === "tag") await checkOut(instance, ["--detach", `refs/tags/${ref.name}`], at);
    else await checkOut(instance, [], at);
    await updateSubmodules(instance, at);
    const [commit = ""] = await git(instance, ["rev-parse", "HEAD"], { ...work, folder: partial });
    await rename(partial, into);
    return commit;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

interface RemoteCheckout extends WorkOptions {
  readonly folder: string;
  readonly reach: "here" | "network" | "network and files";
}

/** Filters of a repository, such as LFS, may reach the network. */
const checkOut = (instance: GitTools, what: readonly string[], at: RemoteCheckout) =>
  git(instance, ["checkout", "--force", ...what, "--"], at);

/** A commit that no branch or tag leads to is asked for by itself. */
async function checkOutCommit(instance: GitTools, commit: string, at: RemoteCheckout): Promise<void> {
  const isThere = await gitResult(instance, ["cat-file", "-e", `${commit}^{commit}`], { ...at, reach: "here" });
  if (isThere.exitCode !== 0 && commit.length === 40)
    await git(instance, ["fetch", "--no-tags", "origin", commit], at);
  await checkOut(instance, ["--detach", commit], at);
}

/** Brings the submodules to what the checkout names; changes by hand in one make it reject. Nothing where there are none. */
export async function updateSubmodules(instance: GitTools, at: RemoteCheckout): Promise<void> {
  if (!existsSync(join(at.folder, ".gitmodules"))) return;
  await git(instance, ["submodule", "update", "--init", "--recursive"], at);
}
