// Clones an extension into the staging folder, with only as much history as its version requires.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isAnyVersion, isWanted, newestIn, requireIdentity } from "@pictor/extensions";
import type { ExtensionSpec } from "@pictor/kernel/plugin";
import { shownAddress } from "../../git/repository-address.js";
import { clone, updateSubmodules, type CloneOptions } from "../../git/clone.js";
import { git } from "../../git/run-git.js";
import {
  allRefs,
  checkedSource,
  listRemoteRefs,
  type GitRef,
  type GitSource,
  type RemoteRefs,
} from "../../git/remote-refs.js";
import { readHead } from "../../git/repository.js";
import { findEscapingLink, refuseEscapingLink } from "../files/escaping-links.js";
import { toolOptions, type Change } from "../change/change.js";
import { requireCommit, requireHash } from "./find-commit.js";
import { matchingTags, pickVersion, versionAt } from "./pick-version.js";

/**
 * Settles with the folder of the clone, in which the wanted version or commit is checked out. Rejects with
 * `EXTENSION_NO_VERSION`, `EXTENSION_NO_COMMIT`, `EXTENSION_SOURCE_REFUSED` when a link leads out of the folder, or
 * `MANAGED_GIT_...`.
 */
export async function stageClone(change: Change, wanted: ExtensionSpec, source: GitSource): Promise<string> {
  const { stagingArea, options } = change;
  const folder = join(stagingArea.staging, "clone");
  options.progress?.(`cloning ${shownAddress(source.address)}`);
  if (wanted.commit === undefined) await cloneVersion(change, wanted, source, folder);
  else await cloneCommit(change, wanted.commit, source, folder);
  const out = await findEscapingLink(folder);
  refuseEscapingLink(change, shownAddress(source.address), out);
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
  options: Pick<CloneOptions, "ref" | "isShallow"> = {},
) => clone(change.instance, source, folder, { ...toolOptions(change), ...options });

async function cloneCommit(change: Change, digits: string, source: GitSource, folder: string): Promise<void> {
  const commit = requireHash(change, digits);
  await cloneTo(change, source, folder);
  await checkOut(change, await requireCommit(change, commit, source, folder), source, folder);
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
  const refs = await listRemoteRefs(instance, source, toolOptions(change));
  const at = { ...toolOptions(change), folder };
  const isAny = wanted.version === undefined && isAnyVersion(wanted.range);
  const [tag] = isAny ? [] : matchingTags(wanted, refs.tags.keys());
  if (isAny || tag !== undefined) {
    const ref: GitRef = tag === undefined ? { kind: "default" } : { kind: "tag", name: tag };
    await cloneTo(change, source, folder, { ref, isShallow: true });
    const { commit } = await readHead(instance, at);
    const version = await versionAt(instance, at, commit);
    if (isAny ? version !== undefined || !hasVersions(refs) : isWanted(wanted, version)) return;
    if (isAny) return deepen(change, source, folder);
    await rm(folder, { recursive: true, force: true });
  }
  await cloneTo(change, source, folder);
  const choices = { isAtTag: false, tags: refs.tags, head: refs.head };
  const { commit } = await pickVersion(change, at, wanted, choices);
  await checkOut(change, commit, source, folder);
}

const hasVersions = ({ tags }: RemoteRefs): boolean => newestIn(tags.keys(), "*") !== undefined;

/** Fetches the whole history of a shallow clone: its version may be that of an earlier tag. */
async function deepen(change: Change, source: GitSource, folder: string): Promise<void> {
  const { address, reach } = checkedSource(source);
  const args = ["fetch", "--unshallow", "--", address, ...allRefs];
  await git(change.instance, args, { ...toolOptions(change), folder, reach });
}
