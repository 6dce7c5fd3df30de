// A clone is brought to another version where it lies; what was changed by hand stays, or the update is undone.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { extensionFault, newestIn } from "@pictor/extensions";
import { PictorError, type WantedExtension } from "@pictor/kernel/plugin";
import { updateSubmodules } from "../../git/clone.js";
import { git, gitEnd } from "../../git/run-git.js";
import type { GitReach } from "../../git/hardening.js";
import { checkedSource, isCommit, remoteRefs, type GitSource } from "../../git/remote-refs.js";
import { commitOf, headOf, trackedLinks, type Head, type InFolder } from "../../git/repository.js";
import { linkOutAmong } from "../files/escaping-links.js";
import { gitFolderOf, readGitFacts, type GitFolder } from "../installed/git-folder.js";
import { installPackages, runInstallScript } from "../change/run-setup.js";
import { journaled, workOf, type Change } from "../change/change.js";
import { noVersion } from "./clone-extension.js";
import { applyStash, checkOutAt, identity, standingOf } from "../change/clone-state.js";
import { pickCommit, pickVersion, type Target } from "./pick-version.js";

interface Place extends InFolder {
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

function failure({ id, means }: Change, reason: string, advice: string): PictorError {
  return extensionFault("EXTENSION_UPDATE_FAILED", { id, backend: means.name, reason, advice });
}

async function repositoryOf(change: Change, folder: string): Promise<GitFolder> {
  const found = await gitFolderOf(folder);
  const advice = "Bring its .git back, or remove it and install it again.";
  if (found === undefined) throw failure(change, "its .git leads nowhere", advice);
  const busy = unfinished.find((name) => existsSync(join(found.directory, name)));
  if (busy !== undefined)
    throw failure(change, `somebody began something in it (${busy})`, "End that with git, and update again.");
  return found;
}

/** `folder` is that of the clone. Rejects with `EXTENSION_...` or `MANAGED_...`; it is as it was then. */
export async function updateClone(change: Change, wanted: WantedExtension, folder: string): Promise<void> {
  const { means, options } = change;
  const { origin } = await readGitFacts(await repositoryOf(change, folder));
  if (origin === undefined)
    throw failure(
      change,
      "it does not say which repository it comes from",
      "Add a remote to it, or reinstall it.",
    );
  // It stands in a file of this machine, whoever wrote that: a folder counts.
  const source: GitSource = { address: origin, allowsFiles: true };
  const { reach } = checkedSource(source);
  const at: Place = { ...workOf(change), folder, reach };
  const here: InFolder = { ...workOf(change), folder };
  const head = await headOf(means, here);
  // Before new commits come: what no repository has but this one.
  const own = await git(means, ["rev-list", "--max-count=1", "HEAD", "--not", "--remotes", "--tags"], here);
  const before = await remoteBranch(change, head.branch, here);
  options.progress?.("fetching what is new");
  const target = await fetchTarget(change, wanted, source, at, head);
  if (target.commit === head.commit && (target.branch ?? head.branch) === head.branch) return;

  const standing = await standingOf(means, here, head);
  await journaled(change, { kind: "moved", path: folder, ...standing }, async () => {
    options.progress?.(`checking out ${target.commit.slice(0, 10)}`);
    const isOwn = own.length > 0;
    if (isOwn && target.branch !== undefined && target.branch === head.branch)
      await rebase(change, at, target.commit, before);
    else {
      if (isOwn && head.branch === undefined) await keep(change, here, head);
      await refusingFiles(change, folder, () => checkOutAt(means, at, headAt(target)));
    }
    if (standing.stash !== undefined) {
      const { stash } = standing;
      await refusingFiles(change, folder, () => applyStash(means, here, stash));
    }
    await checkLinks(change, here);
    await installPackages(change, folder);
    await runInstallScript(change, folder);
  });
}

async function checkLinks({ means, id }: Change, at: InFolder): Promise<void> {
  const out = await linkOutAmong(at.folder, await trackedLinks(means, at));
  if (out === undefined) return;
  const reason = `its link ${JSON.stringify(out)} leads out of its folder`;
  throw extensionFault("EXTENSION_SOURCE_REFUSED", { id, address: "its repository", reason });
}

const headAt = ({ commit, branch }: Target): Head => ({ commit, branch });

const remoteBranch = (change: Change, branch: string | undefined, at: InFolder) =>
  branch === undefined
    ? Promise.resolve(undefined)
    : commitOf(change.means, `refs/remotes/origin/${branch}`, at);

async function fetchTarget(
  change: Change,
  wanted: WantedExtension,
  source: GitSource,
  at: Place,
  head: Head,
): Promise<Target> {
  const { means } = change;
  const here: InFolder = { ...at };
  const { address } = checkedSource(source);
  const refs = await remoteRefs(means, source, workOf(change));
  const [shallow] = await git(means, ["rev-parse", "--is-shallow-repository"], local(at));
  const whole = shallow === "true" ? ["--unshallow"] : [];
  // The address in place of the remote's name: nothing else that the repository says of its remote is followed.
  const names = ["+refs/heads/*:refs/remotes/origin/*", "+refs/tags/*:refs/tags/*"];
  await git(means, ["fetch", "--no-recurse-submodules", ...whole, "--", address, ...names], at);
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
  const picked = await pickVersion(means, { ...here, ...local(at) }, wanted, choices);
  if (picked.kind === "none") throw noVersion(change, wanted, picked.found);
  return picked.target;
}

const local = (at: Place): Place => ({ ...at, reach: "here" });

async function commitWanted(change: Change, digits: string, address: string, at: Place): Promise<Target> {
  const { means } = change;
  const find = () => (isCommit(digits) ? pickCommit(means, local(at), digits) : Promise.resolve(undefined));
  let target = await find();
  if (target === undefined && isCommit(digits) && digits.length === 40) {
    await gitEnd(means, ["fetch", "--no-tags", "--", address, digits.toLowerCase()], at);
    target = await find();
  }
  if (target === undefined) throw extensionFault("EXTENSION_NO_COMMIT", { id: change.id, commit: digits });
  return target;
}

/** Commits of somebody's own on a branch come to lie on top of the new ones. */
async function rebase(change: Change, at: Place, onto: string, before: string | undefined): Promise<void> {
  const { means, id } = change;
  const here = local(at);
  const isBehind = await gitEnd(means, ["merge-base", "--is-ancestor", onto, "HEAD"], here);
  if (isBehind.exitCode === 0) return;
  const [common] = before === undefined ? await git(means, ["merge-base", "HEAD", onto], here) : [before];
  const settings = await identity(means, here);
  await git(means, ["reset", "--hard", "--quiet"], here);
  const args = ["rebase", "--quiet", "--no-autostash", "--onto", onto, common ?? onto];
  const end = await gitEnd(means, args, { ...here, settings });
  if (end.exitCode === 0) return updateSubmodules(means, at);
  const files = await git(means, ["diff", "--name-only", "--diff-filter=U"], here);
  const shown = files.length > 0 ? files.join(", ") : "see the log";
  throw extensionFault("EXTENSION_LOCAL_CHANGES", { id, place: at.folder, files: shown });
}

/** Commits on no branch would be found by nobody later. */
const keep = ({ means }: Change, at: InFolder, { commit }: Head) =>
  git(means, ["branch", "--force", `kept-${commit.slice(0, 10)}`, commit], at);

/** What git says of files in the way, as the error that names them. */
async function refusingFiles(change: Change, folder: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof PictorError) || error.code !== "MANAGED_GIT_FAILED") throw error;
    const lines = (error.details["lastLines"] ?? []) as readonly string[];
    const named = lines.filter((line) => line.startsWith("\t")).map((line) => line.trim());
    const unmerged = await gitEnd(change.means, ["diff", "--name-only", "--diff-filter=U"], { folder });
    const files = [...new Set([...named, ...unmerged.lines])];
    if (files.length === 0) throw error;
    throw extensionFault(
      "EXTENSION_LOCAL_CHANGES",
      { id: change.id, place: folder, files: files.slice(0, 10).join(", ") },
      { cause: error },
    );
  }
}
