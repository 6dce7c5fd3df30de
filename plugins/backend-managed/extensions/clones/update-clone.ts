// A clone is brought to another version where it lies; what was changed by hand stays, or the update is undone.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { extensionFault, newestIn } from "@pictor/extensions";
import { PictorError, type ExtensionSpec } from "@pictor/kernel/plugin";
import { updateSubmodules } from "../../git/clone.js";
import { git, gitResult } from "../../git/run-git.js";
import type { GitReach } from "../../git/hardening.js";
import { checkedSource, isCommitHash, remoteRefs, type GitSource } from "../../git/remote-refs.js";
import {
  resolveCommit,
  readHead,
  trackedLinks,
  type Head,
  type RepositoryOptions,
} from "../../git/repository.js";
import { findEscapingLinkAmong } from "../files/escaping-links.js";
import { gitFolderOf, readGitFacts, type GitFolder } from "../installed/git-folder.js";
import { installPackages, runInstallScript } from "../change/run-setup.js";
import { withJournal, toolOptions, type Change } from "../change/change.js";
import { noVersionFault } from "./clone-extension.js";
import { applyStash, checkOutHead, committerSettings, saveCloneState } from "../change/clone-state.js";
import { pickCommit, pickVersion, type Target } from "./pick-version.js";

interface CloneLocation extends RepositoryOptions {
  readonly reach: GitReach;
}

/** Work of git that somebody left in the middle; it is theirs to end. */
const unfinished = [
  "MERGE_HEAD",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "rebase-merge",
  "rebase-apply",
  "BISECT_LOG",
];

function updateFault({ id, instance }: Change, reason: string, advice: string): PictorError {
  return extensionFault("EXTENSION_UPDATE_FAILED", { id, backend: instance.name, reason, advice });
}

async function repositoryOf(change: Change, folder: string): Promise<GitFolder> {
  const found = await gitFolderOf(folder);
  const advice = "Bring its .git back, or remove it and install it again.";
  if (found === undefined) throw updateFault(change, "its .git leads nowhere", advice);
  const busy = unfinished.find((name) => existsSync(join(found.directory, name)));
  if (busy !== undefined)
    throw updateFault(
      change,
      `somebody began something in it (${busy})`,
      "End that with git, and update again.",
    );
  return found;
}

/** `folder` is that of the clone. Rejects with `EXTENSION_...` or `MANAGED_...`; it is as it was then. */
export async function updateClone(change: Change, wanted: ExtensionSpec, folder: string): Promise<void> {
  const { instance, options } = change;
  const { origin } = await readGitFacts(await repositoryOf(change, folder));
  if (origin === undefined)
    throw updateFault(
      change,
      "it does not say which repository it comes from",
      "Add a remote to it, or reinstall it.",
    );
  // It stands in a file of this machine, whoever wrote that: a folder counts.
  const source: GitSource = { address: origin, allowsFiles: true };
  const { reach } = checkedSource(source);
  const at: CloneLocation = { ...toolOptions(change), folder, reach };
  const here: RepositoryOptions = { ...toolOptions(change), folder };
  const head = await readHead(instance, here);
  // Before new commits come: what no repository has but this one.
  const own = await git(
    instance,
    ["rev-list", "--max-count=1", "HEAD", "--not", "--remotes", "--tags"],
    here,
  );
  const before = await remoteBranch(change, head.branch, here);
  options.progress?.("fetching what is new");
  const target = await fetchTarget(change, wanted, source, at, head);
  if (target.commit === head.commit && (target.branch ?? head.branch) === head.branch) return;

  const saved = await saveCloneState(instance, here, head);
  await withJournal(change, { kind: "moved", path: folder, ...saved }, async () => {
    options.progress?.(`checking out ${target.commit.slice(0, 10)}`);
    const isOwn = own.length > 0;
    if (isOwn && target.branch !== undefined && target.branch === head.branch)
      await rebase(change, at, target.commit, before);
    else {
      if (isOwn && head.branch === undefined) await keepCommits(change, here, head);
      await nameConflictingFiles(change, folder, () => checkOutHead(instance, at, headAt(target)));
    }
    if (saved.stash !== undefined) {
      const { stash } = saved;
      await nameConflictingFiles(change, folder, () => applyStash(instance, here, stash));
    }
    await checkLinks(change, here);
    await installPackages(change, folder);
    await runInstallScript(change, folder);
  });
}

async function checkLinks({ instance, id }: Change, at: RepositoryOptions): Promise<void> {
  const out = await findEscapingLinkAmong(at.folder, await trackedLinks(instance, at));
  if (out === undefined) return;
  const reason = `its link ${JSON.stringify(out)} leads out of its folder`;
  throw extensionFault("EXTENSION_SOURCE_REFUSED", { id, address: "its repository", reason });
}

const headAt = ({ commit, branch }: Target): Head => ({ commit, branch });

const remoteBranch = (change: Change, branch: string | undefined, at: RepositoryOptions) =>
  branch === undefined
    ? Promise.resolve(undefined)
    : resolveCommit(change.instance, `refs/remotes/origin/${branch}`, at);

async function fetchTarget(
  change: Change,
  wanted: ExtensionSpec,
  source: GitSource,
  at: CloneLocation,
  head: Head,
): Promise<Target> {
  const { instance } = change;
  const here: RepositoryOptions = { ...at };
  const { address } = checkedSource(source);
  const refs = await remoteRefs(instance, source, toolOptions(change));
  const [shallow] = await git(instance, ["rev-parse", "--is-shallow-repository"], local(at));
  const whole = shallow === "true" ? ["--unshallow"] : [];
  // The address in place of the remote's name: nothing else that the repository says of its remote is followed.
  const names = ["+refs/heads/*:refs/remotes/origin/*", "+refs/tags/*:refs/tags/*"];
  await git(instance, ["fetch", "--no-recurse-submodules", ...whole, "--", address, ...names], at);
  if (wanted.commit !== undefined) return commitWanted(change, wanted.commit, address, at);
  const tip = head.branch === undefined ? undefined : refs.branches.get(head.branch);
  const versions = [...refs.tags].filter(([, commit]) => commit === head.commit).map(([name]) => name);
  const isAtTag = head.branch === undefined && newestIn(versions, "*") !== undefined;
  const choices = {
    isAtTag,
    tags: refs.tags,
    head: refs.head,
    ...(tip === undefined || head.branch === undefined ? {} : { branch: { name: head.branch, commit: tip } }),
  };
  const picked = await pickVersion(instance, { ...here, ...local(at) }, wanted, choices);
  if (picked.kind === "none") throw noVersionFault(change, wanted, picked.found);
  return picked.target;
}

const local = (at: CloneLocation): CloneLocation => ({ ...at, reach: "here" });

async function commitWanted(
  change: Change,
  digits: string,
  address: string,
  at: CloneLocation,
): Promise<Target> {
  const { instance } = change;
  const find = () =>
    isCommitHash(digits) ? pickCommit(instance, local(at), digits) : Promise.resolve(undefined);
  let target = await find();
  if (target === undefined && isCommitHash(digits) && digits.length === 40) {
    await gitResult(instance, ["fetch", "--no-tags", "--", address, digits.toLowerCase()], at);
    target = await find();
  }
  if (target === undefined) throw extensionFault("EXTENSION_NO_COMMIT", { id: change.id, commit: digits });
  return target;
}

/** Commits of somebody's own on a branch come to lie on top of the new ones. */
async function rebase(
  change: Change,
  at: CloneLocation,
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
  const files = await git(instance, ["diff", "--name-only", "--diff-filter=U"], here);
  const shown = files.length > 0 ? files.join(", ") : "see the log";
  throw extensionFault("EXTENSION_LOCAL_CHANGES", { id, place: at.folder, files: shown });
}

/** Commits on no branch would be found by nobody later. */
const keepCommits = ({ instance }: Change, at: RepositoryOptions, { commit }: Head) =>
  git(instance, ["branch", "--force", `kept-${commit.slice(0, 10)}`, commit], at);

/** What git says of files in the way, as the error that names them. */
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
    const unmerged = await gitResult(change.instance, ["diff", "--name-only", "--diff-filter=U"], { folder });
    const files = [...new Set([...named, ...unmerged.lines])];
    if (files.length === 0) throw error;
    throw extensionFault(
      "EXTENSION_LOCAL_CHANGES",
      { id: change.id, place: folder, files: files.slice(0, 10).join(", ") },
      { cause: error },
    );
  }
}
