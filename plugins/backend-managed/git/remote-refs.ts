// Names of versions in a repository elsewhere: its tags and branches, and what a person's text means among them.

import type { WorkOptions } from "../instance.js";
import { managedFault } from "../faults.js";
import { addressProblem, gitAddress, isFileAddress, withoutCredentials } from "./repository-address.js";
import { git, type GitTools } from "./run-git.js";
import type { GitReach } from "./hardening.js";

/** One thing to check out. */
export type GitRef =
  | { readonly kind: "default" }
  | { readonly kind: "tag" | "branch"; readonly name: string }
  /** 7 to 40 hexadecimal digits. */
  | { readonly kind: "commit"; readonly commit: string };

export interface RemoteRefs {
  /** Commit of the branch that a clone takes. */
  readonly head: string | undefined;
  /** Name of that branch, where the server tells. */
  readonly headBranch: string | undefined;
  /** Name to commit. */
  readonly tags: ReadonlyMap<string, string>;
  readonly branches: ReadonlyMap<string, string>;
}

/** Where a repository is, checked before git sees it. */
export interface GitSource {
  readonly address: string;
  /** It comes from the configuration or from a person's hand: a folder of this machine counts. */
  readonly allowsFiles: boolean;
}

/** As git is given it, and what it may reach. Throws `MANAGED_GIT_ADDRESS`. */
export function checkedSource({ address, allowsFiles }: GitSource): {
  readonly address: string;
  readonly reach: GitReach;
} {
  const problem = addressProblem(address, allowsFiles);
  if (problem !== undefined)
    throw managedFault("MANAGED_GIT_ADDRESS", {
      address: JSON.stringify(withoutCredentials(address)),
      problem,
    });
  return {
    address: gitAddress(address),
    reach: allowsFiles && isFileAddress(address) ? "network and files" : "network",
  };
}

/** Tags and branches of a repository, without a clone (`git ls-remote`). Annotated tags count as what they stand for. */
export async function remoteRefs(
  instance: GitTools,
  source: GitSource,
  options: WorkOptions = {},
): Promise<RemoteRefs> {
  const { address, reach } = checkedSource(source);
  const lines = await git(instance, ["ls-remote", "--symref", "--", address], { ...options, reach });
  return refsIn(lines);
}

/** Lines of `git ls-remote`: a commit, a tab, a name; `^{}` follows the tag that it peels. */
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

/** A tag before a branch of that name, then a commit; undefined for what is none of them. */
export function matchRef(text: string, { tags, branches }: RemoteRefs): GitRef | undefined {
  if (tags.has(text)) return { kind: "tag", name: text };
  if (branches.has(text)) return { kind: "branch", name: text };
  return isCommitHash(text) ? { kind: "commit", commit: text.toLowerCase() } : undefined;
}

export const isCommitHash = (text: string): boolean => /^[0-9a-f]{7,40}$/i.test(text);
