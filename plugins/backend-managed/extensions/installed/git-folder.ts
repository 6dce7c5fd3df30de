// Facts about a clone, read from the files in `.git` without running git, so that no program that they name can run.

import { withoutUndefined } from "@pictor/kernel/plugin";
import { stat } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { isEmptyFolder, pathExists } from "../../file-entries.js";
import { readSmallFile } from "../files/read-small-file.js";

/** Values by `section.key` or `section.subsection.key`, in order. Section and key are in lower case. */
type GitConfig = ReadonlyMap<string, readonly string[]>;

const sectionLine = /^\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;

/** Parses the text of the file. Invalid lines are skipped. */
export function parseGitConfig(text: string): GitConfig {
  const values = new Map<string, string[]>();
  let section: string | undefined;
  for (const line of joined(text)) {
    const [head, name, subsection] = sectionLine.exec(line) ?? [];
    if (head !== undefined && name !== undefined) {
      const inner = subsection?.replace(/\\(.)/g, "$1");
      section = inner === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${inner}`;
    }
    const [, key, value] =
      /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=(.*))?$/s.exec(line.slice(head?.length ?? 0)) ?? [];
    if (key === undefined || section === undefined) continue;
    const path = `${section}.${key.toLowerCase()}`;
    values.set(path, [...(values.get(path) ?? []), value === undefined ? "true" : unquoted(value)]);
  }
  return values;
}

/** The lines; a backslash at the end of a line joins it with the next. */
const joined = (text: string): readonly string[] => text.replace(/\\\r?\n/g, "").split(/\r?\n/);

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

/** A value without its quotation marks and the comment after it. */
function unquoted(value: string): string {
  let read = "";
  let isQuoted = false;
  let keep = 0;
  for (let index = 0; index < value.length; index++) {
    const sign = value.charAt(index);
    if (sign === "\\") {
      const next = value.charAt(++index);
      read += escapes[next] ?? next;
      keep = read.length;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === "#" || sign === ";")) break;
    else read += sign;
    if (isQuoted || /\S/.test(sign)) keep = read.length;
  }
  return read.slice(0, keep).trimStart();
}

export interface GitFolder {
  /** The folder that contains HEAD; differs from `.git` in worktrees and submodules. */
  readonly directory: string;
  /** The folder that contains refs and config. */
  readonly common: string;
}

export interface GitFacts {
  /** Address of the remote `origin`, else of the first remote. */
  readonly origin?: string;
  /** Id of the extension, recorded in .git/config when Pictor cloned it. */
  readonly recorded?: string;
  /** Id in the registry, which ComfyUI-Manager writes to `.cnr-id`. */
  readonly registryId?: string;
  /** The checked-out commit; absent if HEAD is broken, or the refs are not stored in files. */
  readonly commit?: string;
  readonly hasTags: boolean;
  /** An opaque text that changes whenever a tag changes. */
  readonly tagsState: string;
}

/** Finds the folder; undefined if there is no `.git`, or it refers to a missing folder. */
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

export const hasGit = (folder: string): Promise<boolean> => pathExists(join(folder, ".git"));

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
    ...withoutUndefined({ origin: urls?.[0], recorded, commit }),
    ...(registryId === undefined || registryId === "" ? {} : { registryId }),
    hasTags: /^[0-9a-f]+ refs\/tags\//m.test(packed) || !(await isEmptyFolder(join(common, "refs", "tags"))),
    tagsState: (
      await Promise.all(["packed-refs", join("refs", "tags")].map((name) => versionOf(join(common, name))))
    ).join(" "),
  };
}

/** An opaque text that changes whenever the file or folder changes; empty for a missing one. */
const versionOf = (path: string): Promise<string> =>
  stat(path, { bigint: true }).then(
    ({ mtimeNs, size, ino }) => `${mtimeNs}/${size}/${ino}`,
    () => "",
  );

const fullHash = /^[0-9a-f]{40}$/;

async function commitIn(directory: string, common: string, packed: string): Promise<string | undefined> {
  const head = (await readSmallFile(join(directory, "HEAD"), 4096))?.trim() ?? "";
  if (fullHash.test(head)) return head;
  const [, name] = /^ref: (refs\/\S+)$/.exec(head) ?? [];
  if (name === undefined || name.split("/").includes("..")) return undefined;
  const loose = (await readSmallFile(join(common, name), 4096))?.trim() ?? "";
  if (fullHash.test(loose)) return loose;
  const line = packed.split("\n").find((text) => text.endsWith(` ${name}`));
  const commit = line?.slice(0, 40) ?? "";
  return fullHash.test(commit) ? commit : undefined;
}
