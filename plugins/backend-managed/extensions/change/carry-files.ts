// Files that an archive did not bring, such as models that were downloaded: they go along when the version changes.

import { mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { filesBelow, pathExists, readTracking, trackingFile } from "../archive/tracking.js";

const isCompiled = (path: string): boolean => /(^|\/)__pycache__(\/|$)/.test(path);

/** What lies in `folder` beyond its archive; compiled Python is made again. */
export async function untrackedFiles(folder: string): Promise<readonly string[]> {
  const tracked = await readTracking(folder);
  const files = await filesBelow(folder);
  return files.filter((path) => path !== trackingFile && !tracked.has(path) && !isCompiled(path));
}

/** Of those, the ones that would lie where `other` has something of its own. */
export async function findCollisions(paths: readonly string[], other: string): Promise<readonly string[]> {
  const found = await Promise.all(paths.map(async (path) => (await pathExists(join(other, path))) && path));
  return found.filter((path) => path !== false);
}

/** Moves what lies in `from` beyond its archive to `to`, in a way that can be done again after a crash. */
export async function carryFiles(from: string, to: string): Promise<void> {
  for (const path of await untrackedFiles(from)) {
    if (await pathExists(join(to, path))) continue;
    await mkdir(dirname(join(to, path)), { recursive: true });
    await rename(join(from, path), join(to, path));
  }
}
