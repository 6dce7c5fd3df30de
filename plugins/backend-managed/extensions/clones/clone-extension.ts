// An extension from a git repository: cloned where ComfyUI does not look, and only as deep as its version needs.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { extensionFault, newestFirst, newestIn, requireIdentity, versionOf } from "@pictor/extensions";
import type { ExtensionSpec } from "@pictor/kernel/plugin";
import { withoutCredentials } from "../../git/repository-address.js";
import { clone, updateSubmodules } from "../../git/clone.js";
import { git } from "../../git/run-git.js";
import {
  checkedSource,
  isCommitHash,
  remoteRefs,
  type GitRef,
  type GitSource,
  type RemoteRefs,
} from "../../git/remote-refs.js";
import { readHead } from "../../git/repository.js";
import { findEscapingLink } from "../files/escaping-links.js";
import { toolOptions, type Change } from "../change/change.js";
import { isWanted, pickCommit, pickVersion, versionAt, matchingTags } from "./pick-version.js";

/**
 * Settles with the folder of a clone of what is wanted, in the staging folder. Rejects with `EXTENSION_NO_VERSION`,
 * `EXTENSION_NO_COMMIT`, `EXTENSION_SOURCE_REFUSED` for links that lead out of it, or `MANAGED_GIT_...`.
 */
export async function stageClone(change: Change, wanted: ExtensionSpec, source: GitSource): Promise<string> {
  const { stagingArea, options } = change;
  const folder = join(stagingArea.staging, "clone");
  options.progress?.(`cloning ${withoutCredentials(source.address)}`);
  if (wanted.commit === undefined) await cloneVersion(change, wanted, source, folder);
  else await cloneCommit(change, wanted.commit, source, folder);
  const out = await findEscapingLink(folder);
  if (out !== undefined)
    throw extensionFault("EXTENSION_SOURCE_REFUSED", {
      id: change.id,
      address: withoutCredentials(source.address),
      reason: `its link ${JSON.stringify(out)} leads out of its folder`,
    });
  const { id } = requireIdentity(wanted.id);
  await git(change.instance, ["config", "--local", "pictor.extension", id], {
    ...toolOptions(change),
    folder,
  });
  return folder;
}

const cloneTo = (
  change: Change,
  source: GitSource,
  folder: string,
  isShallow: boolean,
  ref: GitRef = { kind: "default" },
) => clone(change.instance, source, folder, { ...toolOptions(change), isShallow, ref });

async function cloneCommit(change: Change, digits: string, source: GitSource, folder: string): Promise<void> {
  const missing = () => extensionFault("EXTENSION_NO_COMMIT", { id: change.id, commit: digits });
  if (!isCommitHash(digits)) throw missing();
  await cloneTo(change, source, folder, false);
  const { address, reach } = checkedSource(source);
  const at = { ...toolOptions(change), folder };
  if ((await pickCommit(change.instance, at, digits)) === undefined && digits.length === 40) {
    // One that no branch or tag leads to; whether the server gives it is up to it.
    const args = ["fetch", "--no-tags", "--", address, digits.toLowerCase()];
    await git(change.instance, args, { ...at, reach }).catch(() => undefined);
  }
  const target = await pickCommit(change.instance, at, digits);
  if (target === undefined) throw missing();
  await checkOut(change, target.commit, source, folder);
}

async function checkOut(change: Change, commit: string, source: GitSource, folder: string): Promise<void> {
  const at = { ...toolOptions(change), folder, reach: checkedSource(source).reach };
  await git(change.instance, ["checkout", "--force", "--detach", commit, "--"], at);
  await updateSubmodules(change.instance, at);
}

async function cloneVersion(
  change: Change,
  wanted: ExtensionSpec,
  source: GitSource,
  folder: string,
): Promise<void> {
  const { instance } = change;
  const refs = await remoteRefs(instance, source, toolOptions(change));
  const at = { ...toolOptions(change), folder };
  const isAny = wanted.version === undefined && wanted.range.trim() === "*";
  const [tag] = isAny ? [] : matchingTags(wanted, refs.tags.keys());
  if (isAny || tag !== undefined) {
    await cloneTo(change, source, folder, true, tag === undefined ? undefined : { kind: "tag", name: tag });
    const { commit } = await readHead(instance, at);
    const version = await versionAt(instance, at, commit);
    if (isAny ? version !== undefined || !hasVersions(refs) : isWanted(wanted, version)) return;
    if (isAny) return deepen(change, source, folder);
    await rm(folder, { recursive: true, force: true });
  }
  await cloneTo(change, source, folder, false);
  const choices = { isAtTag: false, tags: refs.tags, head: refs.head };
  const picked = await pickVersion(instance, at, wanted, choices);
  if (picked.kind === "none") throw noVersionFault(change, wanted, picked.found);
  await checkOut(change, picked.target.commit, source, folder);
}

const hasVersions = ({ tags }: RemoteRefs): boolean => newestIn(tags.keys(), "*") !== undefined;

/** Its version is that of the newest tag behind it: all of its history is needed. */
async function deepen(change: Change, source: GitSource, folder: string): Promise<void> {
  const { address, reach } = checkedSource(source);
  const refs = ["+refs/heads/*:refs/remotes/origin/*", "+refs/tags/*:refs/tags/*"];
  const args = ["fetch", "--unshallow", "--", address, ...refs];
  await git(change.instance, args, { ...toolOptions(change), folder, reach });
}

export function noVersionFault({ id }: Change, wanted: ExtensionSpec, found: readonly string[]) {
  const sorted = newestFirst(new Set(found), "*").map(({ version }) => version);
  const shown = sorted.slice(0, 5).join(", ");
  const exact = wanted.version === undefined ? undefined : (versionOf(wanted.version) ?? wanted.version);
  return extensionFault("EXTENSION_NO_VERSION", {
    id,
    range: exact ?? wanted.range,
    found: shown === "" ? "none" : sorted.length > 5 ? `${shown} and older ones` : shown,
  });
}
