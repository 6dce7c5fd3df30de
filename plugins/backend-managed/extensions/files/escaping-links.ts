// Links inside what was fetched: none may lead out of it, as what is written through it would land elsewhere.

import { lstat, readdir, readlink, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** The first link below a folder that leads out of it, as a relative path; undefined when there is none. */
export async function findEscapingLink(folder: string): Promise<string | undefined> {
  const root = await realpath(folder);
  return below(root, root);
}

async function below(root: string, folder: string): Promise<string | undefined> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink() && !(await staysInside(root, path))) return relative(root, path);
    // What git keeps for itself holds no links of the repository.
    if (!entry.isDirectory() || entry.name === ".git") continue;
    const found = await below(root, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The same for some paths below it, of which those that are no links do not count. */
export async function findEscapingLinkAmong(
  folder: string,
  paths: readonly string[],
): Promise<string | undefined> {
  const root = await realpath(folder);
  for (const path of paths) {
    const isLink = await lstat(join(root, path)).then(
      (found) => found.isSymbolicLink(),
      () => false,
    );
    if (isLink && !(await staysInside(root, join(root, path)))) return path;
  }
  return undefined;
}

/** By what stands in it, and by where it really leads. */
async function staysInside(root: string, link: string): Promise<boolean> {
  const target = await readlink(link);
  if (isAbsolute(target) || !isInside(root, resolve(dirname(link), target))) return false;
  const real = await realpath(link).catch(() => undefined);
  return real === undefined || isInside(root, real);
}

function isInside(root: string, path: string): boolean {
  const within = relative(root, path);
  return within !== ".." && !within.startsWith(`..${sep}`) && !isAbsolute(within);
}
