// What a clone says of itself, read from its files: no program runs for it.

import { lstat, readdir, stat } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { parseGitConfig } from "./git-config.js";
import { readSmallFile } from "../files/read-small-file.js";

export interface GitFolder {
  /** Where HEAD lies; another folder than `.git` in worktrees and submodules. */
  readonly directory: string;
  /** Where refs and config lie. */
  readonly common: string;
}

export interface GitFacts {
  /** Address of the remote `origin`, else of the first one. */
  readonly origin?: string;
  /** What it was asked for, when it was cloned from here. */
  readonly recorded?: string;
  /** Its id in the registry, as ComfyUI's Manager writes it down. */
  readonly registryId?: string;
  /** Undefined where HEAD is broken, or its refs are kept in another way than in files. */
  readonly commit?: string;
  readonly hasTags: boolean;
  /** Another text when its tags are others. */
  readonly tagsState: string;
}

/** Undefined where there is no `.git`, or it leads nowhere. */
export async function gitFolderOf(folder: string): Promise<GitFolder | undefined> {
  const path = join(folder, ".git");
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true) return withCommon(path);
  const [, target] = /^gitdir: (.+?)\r?\n?$/s.exec((await readSmallFile(path, 4096)) ?? "") ?? [];
  if (target === undefined) return undefined;
  const directory = isAbsolute(target) ? target : resolve(folder, target);
  const isThere = await stat(directory).catch(() => undefined);
  return isThere?.isDirectory() === true ? withCommon(directory) : undefined;
}

export const hasGit = (folder: string): Promise<boolean> =>
  lstat(join(folder, ".git")).then(
    () => true,
    () => false,
  );

async function withCommon(directory: string): Promise<GitFolder> {
  const text = (await readSmallFile(join(directory, "commondir"), 4096))?.trim();
  return { directory, common: text === undefined || text === "" ? directory : resolve(directory, text) };
}

export async function readGitFacts({ directory, common }: GitFolder): Promise<GitFacts> {
  const config = parseGitConfig((await readSmallFile(join(common, "config"))) ?? "");
  const remotes = [...config].filter(([key]) => /^remote\..*\.url$/s.test(key));
  const [, urls] = remotes.find(([key]) => key === "remote.origin.url") ?? remotes[0] ?? [];
  const packed = (await readSmallFile(join(common, "packed-refs"), 67_108_864)) ?? "";
  const registryId = (await readSmallFile(join(directory, ".cnr-id"), 4096))?.trim();
  const recorded = config.get("pictor.extension")?.at(-1);
  const commit = await commitIn(directory, common, packed);
  return {
    ...(urls?.[0] === undefined ? {} : { origin: urls[0] }),
    ...(recorded === undefined ? {} : { recorded }),
    ...(registryId === undefined || registryId === "" ? {} : { registryId }),
    ...(commit === undefined ? {} : { commit }),
    hasTags: /^[0-9a-f]+ refs\/tags\//m.test(packed) || (await isFilled(join(common, "refs", "tags"))),
    tagsState: (
      await Promise.all(["packed-refs", join("refs", "tags")].map((name) => changedAt(join(common, name))))
    ).join(" "),
  };
}

const isFilled = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.length > 0,
    () => false,
  );

const changedAt = (path: string): Promise<string> =>
  stat(path, { bigint: true }).then(
    ({ mtimeNs, size, ino }) => `${mtimeNs}/${size}/${ino}`,
    () => "",
  );

const digits = /^[0-9a-f]{40}$/;

async function commitIn(directory: string, common: string, packed: string): Promise<string | undefined> {
  const head = (await readSmallFile(join(directory, "HEAD"), 4096))?.trim() ?? "";
  if (digits.test(head)) return head;
  const [, name] = /^ref: (refs\/\S+)$/.exec(head) ?? [];
  if (name === undefined || name.split("/").includes("..")) return undefined;
  const loose = (await readSmallFile(join(common, name), 4096))?.trim() ?? "";
  if (digits.test(loose)) return loose;
  const line = packed.split("\n").find((text) => text.endsWith(` ${name}`));
  const commit = line?.slice(0, 40) ?? "";
  return digits.test(commit) ? commit : undefined;
}
