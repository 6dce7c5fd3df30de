// Updates a clone in its folder. Local changes and commits are kept; if they conflict with the new version, the update is undone.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { extensionFault, newestIn } from "@pictor/extensions";
import { PictorError, withoutUndefined, type ExtensionSpec } from "@pictor/kernel/plugin";
import { checkOutHead, updateSubmodules } from "../../git/clone.js";
import { git, gitResult } from "../../git/run-git.js";
import { allRefs, checkedSource, listRemoteRefs, type GitSource } from "../../git/remote-refs.js";
import {
  conflictingFiles,
  resolveCommit,
  readHead,
  trackedLinks,
  type Head,
  type RepositoryOptions,
} from "../../git/repository.js";
import { applyStash, committerSettings, createStash } from "../../git/stash.js";
import { findEscapingLinkAmong, refuseEscapingLink } from "../files/escaping-links.js";
import { gitFolderOf, readGitFacts, type GitFolder } from "../installed/git-folder.js";
import { installPackages, runInstallScript } from "../change/run-setup.js";
import { withJournal, toolOptions, updateFault, type Change } from "../change/change.js";
import { requireCommit, requireHash } from "./find-commit.js";
import { pickVersion } from "./pick-version.js";

/** Entries of `.git` that exist during a merge, rebase or similar operation, which the user must finish. */
const unfinished = [
  "MERGE_HEAD",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "rebase-merge",
  "rebase-apply",
  "BISECT_LOG",
];

async function repositoryOf(change: Change, folder: string): Promise<GitFolder> {
  const found = await gitFolderOf(folder);
  const advice = "Restore its .git, or remove the extension and install it again.";
  if (found === undefined) throw updateFault(change, "its .git leads nowhere", advice);
  const busy = unfinished.find((name) => existsSync(join(found.directory, name)));
  if (busy !== undefined)
    throw updateFault(
      change,
      `an operation of git in it is not finished (${busy})`,
      "Finish or abort the operation with git, and update again.",
    );
  return found;
}

/** `folder` is the folder of the clone. Rejects with `EXTENSION_...` or `MANAGED_...`; the clone is unchanged then. */
export async function updateClone(change: Change, wanted: ExtensionSpec, folder: string): Promise<void> {
  const { instance, options } = change;
  const { origin } = await readGitFacts(await repositoryOf(change, folder));
  const noOrigin = "it does not say which repository it comes from";
  if (origin === undefined)
    throw updateFault(change, noOrigin, "Add a remote to the repository, or reinstall the extension.");
  // The address comes from .git/config on this machine, so it may be a folder.
  const source: GitSource = { address: origin, allowsFiles: true };
  const { reach } = checkedSource(source);
  const here: RepositoryOptions = { ...toolOptions(change), folder };
  const at: RepositoryOptions = { ...here, reach };
  const head = await readHead(instance, here);
  // Read before the fetch: commits that no remote branch and no tag contains.
  const args = ["rev-list", "--max-count=1", "HEAD", "--not", "--remotes", "--tags"];
  const own = await git(instance, args, here);
  const before = await remoteBranch(change, head.branch, here);
  options.progress?.("fetching what is new");
  const target = await fetchTarget(change, wanted, source, at, head);
  if (target.commit === head.commit && (target.branch ?? head.branch) === head.branch) return;

  const stash = await createStash(instance, here);
  const entry = { kind: "moved", path: folder, ...withoutUndefined({ head, stash }) } as const;
  await withJournal(change, entry, async () => {
    options.progress?.(`checking out ${target.commit.slice(0, 10)}`);
    const isOwn = own.length > 0;
    if (isOwn && target.branch !== undefined && target.branch === head.branch)
      await rebase(change, at, target.commit, before);
    else {
      if (isOwn && head.branch === undefined) await keepCommits(change, here, head);
      await nameConflictingFiles(change, folder, () => checkOutHead(instance, at, target));
    }
    if (stash !== undefined)
      await nameConflictingFiles(change, folder, () => applyStash(instance, here, stash));
    const out = await findEscapingLinkAmong(folder, await trackedLinks(instance, here));
    refuseEscapingLink(change, "its repository", out);
    await installPackages(change, folder);
    await runInstallScript(change, folder);
  });
}

const remoteBranch = (change: Change, branch: string | undefined, at: RepositoryOptions) =>
  branch === undefined
    ? Promise.resolve(undefined)
    : resolveCommit(change.instance, `refs/remotes/origin/${branch}`, at);

async function fetchTarget(
  change: Change,
  wanted: ExtensionSpec,
  source: GitSource,
  at: RepositoryOptions,
  head: Head,
): Promise<Head> {
  const { instance } = change;
  const here = local(at);
  const hash = wanted.commit === undefined ? undefined : requireHash(change, wanted.commit);
  const { address } = checkedSource(source);
  const refs = await listRemoteRefs(instance, source, toolOptions(change));
  const [shallow] = await git(instance, ["rev-parse", "--is-shallow-repository"], here);
  const depth = shallow === "true" ? ["--unshallow"] : [];
  // The address in place of the remote's name: no other setting of the remote in .git/config is followed.
  await git(instance, ["fetch", "--no-recurse-submodules", ...depth, "--", address, ...allRefs], at);
  if (hash !== undefined) return { commit: await requireCommit(change, hash, source, at.folder) };
  const { branch } = head;
  const tip = branch === undefined ? undefined : refs.branches.get(branch);
  const versions = [...refs.tags].filter(([, commit]) => commit === head.commit).map(([name]) => name);
  const isAtTag = branch === undefined && newestIn(versions, "*") !== undefined;
  const choices = {
    isAtTag,
    tags: refs.tags,
    head: refs.head,
    branch: tip === undefined || branch === undefined ? undefined : { commit: tip, branch },
  };
  return pickVersion(change, here, wanted, choices);
}

const local = (at: RepositoryOptions): RepositoryOptions => ({ ...at, reach: "here" });

/** Rebases the local commits of a branch onto the new commits. */
async function rebase(
  change: Change,
  at: RepositoryOptions,
  onto: string,
  before: string | undefined,
): Promise<void> {
  const { instance, id } = change;
  const here = local(at);
  const isBehind = await gitResult(instance, ["merge-base", "--is-ancestor", onto, "HEAD"], here);
  if (isBehind.exitCode === 0) return;
  const [common] = before === undefined ? await git(instance, ["merge-base", "HEAD", onto], here) : [before];
  const settings = await committerSettings(instance, here);
  await git(instance, ["reset", "--hard", "--quiet"], here);
  const args = ["rebase", "--quiet", "--no-autostash", "--onto", onto, common ?? onto];
  const end = await gitResult(instance, args, { ...here, settings });
  if (end.exitCode === 0) return updateSubmodules(instance, at);
  const files = await conflictingFiles(instance, here);
  const shown = files.length > 0 ? files.join(", ") : "see the log";
  throw extensionFault("EXTENSION_LOCAL_CHANGES", { id, place: at.folder, files: shown });
}

/** Creates a branch for commits that belong to none, so that they can be found later. */
const keepCommits = ({ instance }: Change, at: RepositoryOptions, { commit }: Head) =>
  git(instance, ["branch", "--force", `kept-${commit.slice(0, 10)}`, commit], at);

/** Runs `work`; converts the failure of git because of conflicting files to an error that names them. */
async function nameConflictingFiles(
  change: Change,
  folder: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof PictorError) || error.code !== "MANAGED_GIT_FAILED") throw error;
    const lines = (error.details["lastLines"] ?? []) as readonly string[];
    const named = lines.filter((line) => line.startsWith("\t")).map((line) => line.trim());
    const files = [...new Set([...named, ...(await conflictingFiles(change.instance, { folder }))])];
    if (files.length === 0) throw error;
    throw extensionFault(
      "EXTENSION_LOCAL_CHANGES",
      { id: change.id, place: folder, files: files.slice(0, 10).join(", ") },
      { cause: error },
    );
  }
}
