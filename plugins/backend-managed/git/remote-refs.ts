// Tags and branches of a remote repository, and how a version text is matched against them.

import type { WorkOptions } from "../instance.js";
import { commitOf } from "@pictor/extensions";
import { managedFault } from "../faults.js";
import { addressProblem, gitAddress, isFileAddress, shownAddress } from "./repository-address.js";
import { git, type GitTools } from "./run-git.js";
import type { GitReach } from "./hardening.js";

/** Refspecs that fetch all branches and tags of a remote repository. */
export const allRefs = ["+refs/heads/*:refs/remotes/origin/*", "+refs/tags/*:refs/tags/*"] as const;

/** A branch, tag or commit to check out. */
export type GitRef =
  | { readonly kind: "default" }
  | { readonly kind: "tag" | "branch"; readonly name: string }
  /** `commit` is 7 to 40 hexadecimal digits. */
  | { readonly kind: "commit"; readonly commit: string };

export interface RemoteRefs {
  /** Commit of the default branch. */
  readonly head: string | undefined;
  /** Name of the default branch, if the server reports it. */
  readonly headBranch: string | undefined;
  /** Commits by tag name. */
  readonly tags: ReadonlyMap<string, string>;
  /** Commits by branch name. */
  readonly branches: ReadonlyMap<string, string>;
}

/** Address of a repository, not yet checked. */
export interface GitSource {
  readonly address: string;
  /** True for an address from the configuration or typed by the user. Such an address may be a folder on this machine. */
  readonly allowsFiles: boolean;
}

/** The address for git and the access that it needs. Throws `MANAGED_GIT_ADDRESS`. */
export function checkedSource({ address, allowsFiles }: GitSource): {
  readonly address: string;
  readonly reach: GitReach;
} {
  const problem = addressProblem(address, allowsFiles);
  if (problem !== undefined)
    throw managedFault("MANAGED_GIT_ADDRESS", { address: JSON.stringify(shownAddress(address)), problem });
  return {
    address: gitAddress(address),
    reach: allowsFiles && isFileAddress(address) ? "network and files" : "network",
  };
}

/** Tags and branches of a remote repository (`git ls-remote`). Annotated tags are resolved to their commits. */
export async function listRemoteRefs(
  instance: GitTools,
  source: GitSource,
  options: WorkOptions = {},
): Promise<RemoteRefs> {
  const { address, reach } = checkedSource(source);
  const lines = await git(instance, ["ls-remote", "--symref", "--", address], { ...options, reach });
  return refsIn(lines);
}

/** Parses lines of `git ls-remote`: commit, tab, name. A peeled tag has the suffix `^{}` and follows the tag itself. */
export function refsIn(lines: readonly string[]): RemoteRefs {
  const tags = new Map<string, string>();
  const branches = new Map<string, string>();
  let head: string | undefined;
  let headBranch: string | undefined;
  for (const line of lines) {
    headBranch ??= /^ref: refs\/heads\/(\S+)\tHEAD$/.exec(line)?.[1];
    const [, commit = "", name = ""] = /^([0-9a-f]{40,64})\t(\S+)$/.exec(line) ?? [];
    if (name === "HEAD") head = commit;
    else if (name.startsWith("refs/tags/")) tags.set(name.slice(10).replace(/\^\{\}$/, ""), commit);
    else if (name.startsWith("refs/heads/")) branches.set(name.slice(11), commit);
  }
  return { head, headBranch, tags, branches };
}

/** The tag of that name, else the branch, else the commit with that hash; undefined for any other text. */
export function matchRef(text: string, { tags, branches }: RemoteRefs): GitRef | undefined {
  if (tags.has(text)) return { kind: "tag", name: text };
  if (branches.has(text)) return { kind: "branch", name: text };
  const commit = commitOf(text);
  return commit === undefined ? undefined : { kind: "commit", commit };
}
