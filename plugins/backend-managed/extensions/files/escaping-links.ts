// Finds symbolic links in fetched files that lead out of their folder: writing through one would change other files.

import { extensionFault } from "@pictor/extensions";
import { isWithin } from "@pictor/kernel/plugin";
import { readdir, readlink, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { entryAt } from "../../file-entries.js";

/** The first link below a folder that leads out of it, as a relative path; undefined when there is none. */
export async function findEscapingLink(folder: string): Promise<string | undefined> {
  const root = await realpath(folder);
  return below(root, root);
}

async function below(root: string, folder: string): Promise<string | undefined> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink() && !(await staysInside(root, path))) return relative(root, path);
    // The links of a repository are in its working tree, not in `.git`.
    if (!entry.isDirectory() || entry.name === ".git") continue;
    const found = await below(root, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first of `paths` that is a symbolic link and leads out of `folder`. */
export async function findEscapingLinkAmong(
  folder: string,
  paths: readonly string[],
): Promise<string | undefined> {
  const root = await realpath(folder);
  for (const path of paths) {
    const isLink = (await entryAt(join(root, path)))?.isSymbolicLink() === true;
    if (isLink && !(await staysInside(root, join(root, path)))) return path;
  }
  return undefined;
}

/** Whether both the text of the link and its resolved target stay inside `root`. */
async function staysInside(root: string, link: string): Promise<boolean> {
  const target = await readlink(link);
  if (isAbsolute(target) || !isWithin(root, resolve(dirname(link), target))) return false;
  const real = await realpath(link).catch(() => undefined);
  return real === undefined || isWithin(root, real);
}

/** Throws `EXTENSION_SOURCE_REFUSED` if a link was found that leads out of an extension from `address`. */
export function refuseEscapingLink(
  { id }: { readonly id: string },
  address: string,
  link: string | undefined,
): void {
  if (link === undefined) return;
  const reason = `its symbolic link ${JSON.stringify(link)} points outside its folder`;
  throw extensionFault("EXTENSION_SOURCE_REFUSED", { id, address, reason });
}
