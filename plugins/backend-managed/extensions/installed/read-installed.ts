// Reads an entry of custom_nodes: names, version and commit. A broken extension is described as far as it can be read.

import { lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { identityOf, newestIn, readIdentity } from "@pictor/extensions";
import { readPyproject, type Pyproject } from "@pictor/extensions/pyproject";
import { systemCode, type InstalledExtension, withoutUndefined } from "@pictor/kernel/plugin";
import { shownAddress } from "../../git/repository-address.js";
import type { GitTools } from "../../git/run-git.js";
import { readHead, reachableTags } from "../../git/repository.js";
import { trackingFile } from "../archive/tracking.js";
import { gitFolderOf, hasGit, readGitFacts, type GitFacts } from "./git-folder.js";
import type { CustomNodeEntry } from "./scan-custom-nodes.js";
import { readSmallFile } from "../files/read-small-file.js";

/** An installed extension with its entry in custom_nodes. */
export interface Installed {
  readonly extension: InstalledExtension;
  readonly found: CustomNodeEntry;
}

/** Reads an entry; undefined for a folder that is not an extension: ComfyUI cannot load it, and no installer has created it. */
export async function readInstalled(
  instance: GitTools,
  found: CustomNodeEntry,
): Promise<Installed | undefined> {
  const { path, kind, place, state } = found;
  const enabled = state === "enabled";
  if (kind === "file") {
    const extension = { id: place, place, origin: "file", repositories: [], enabled } as const;
    return { found, extension };
  }
  const isGit = await hasGit(path);
  const pyproject = readPyproject((await readSmallFile(join(path, "pyproject.toml"))) ?? "");
  if (!isGit && !(await isExtensionFolder(found, pyproject))) return undefined;
  const gitFolder = isGit ? await gitFolderOf(path) : undefined;
  const facts = gitFolder === undefined ? undefined : await readGitFacts(gitFolder);
  const origin = isGit ? "git" : await originOf(path, pyproject);
  const names = namesOf(place, pyproject, facts);
  const version = await versionOf(instance, path, pyproject, facts);
  const commit = facts?.commit ?? (facts === undefined ? undefined : await commitByGit(instance, path));
  return { found, extension: withoutUndefined({ place, origin, ...names, ...version, commit, enabled }) };
}

/** A folder that cannot be read counts as an extension, so that it is listed. */
async function isExtensionFolder(
  { path, isLink }: CustomNodeEntry,
  pyproject: Pyproject | undefined,
): Promise<boolean> {
  if (pyproject?.name !== undefined || isLink) return true;
  const isThere = (name: string): Promise<boolean> =>
    lstat(join(path, name)).then(
      () => true,
      (error: unknown) => systemCode(error) !== "ENOENT",
    );
  return (await isThere("__init__.py")) || (await isThere(trackingFile)) || !(await isReadable(path));
}

const isReadable = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    () => true,
    () => false,
  );

async function originOf(path: string, pyproject: Pyproject | undefined): Promise<"registry" | "folder"> {
  const tracking = await stat(join(path, trackingFile)).catch(() => undefined);
  return pyproject?.name !== undefined && tracking?.isFile() === true ? "registry" : "folder";
}

/** The recorded name comes first, because the address of a mirror or the pyproject.toml of a fork may differ from it. */
function namesOf(place: string, pyproject: Pyproject | undefined, facts: GitFacts | undefined) {
  const repositories = [facts?.recorded, facts?.origin, ...(pyproject?.repositories ?? [])]
    .filter((address) => address !== undefined && address !== "")
    .map((address) => shownAddress(address ?? ""));
  const registryId = pyproject?.name ?? facts?.registryId;
  const identities = repositories.map(readIdentity);
  const id = identities.flatMap((one) => (one.kind === "repository" ? [one.id] : []))[0];
  const named = id ?? registryIdentity(registryId) ?? place;
  return { id: named, registryId, repositories: [...new Set(repositories)] };
}

const registryIdentity = (registryId: string | undefined): string | undefined =>
  registryId === undefined ? undefined : identityOf(registryId);

type Version = Pick<InstalledExtension, "version" | "versionFrom">;

async function versionOf(
  instance: GitTools,
  folder: string,
  pyproject: Pyproject | undefined,
  facts: GitFacts | undefined,
): Promise<Version> {
  if (pyproject?.version !== undefined) return { version: pyproject.version, versionFrom: "pyproject" };
  if (facts?.hasTags !== true) return {};
  const { commit, tagsState } = facts;
  const key = commit === undefined ? undefined : `${commit} ${tagsState}`;
  const before = versionByFolder.get(folder);
  if (key !== undefined && before?.key === key) return before.version;
  // If git is missing or cannot read the repository, the version is unknown.
  const tags = await reachableTags(instance, { folder }).catch(() => undefined);
  const newest = newestIn(tags ?? [], "*");
  const version: Version = newest === undefined ? {} : { version: newest.version, versionFrom: "tag" };
  if (key !== undefined && tags !== undefined) versionByFolder.set(folder, { key, version });
  return version;
}

/** Versions by folder: the tags are read again only when the commit or a tag has changed. */
const versionByFolder = new Map<string, { readonly key: string; readonly version: Version }>();

const commitByGit = (instance: GitTools, folder: string): Promise<string | undefined> =>
  readHead(instance, { folder }).then(
    ({ commit }) => commit,
    () => undefined,
  );
