// Moves files that no archive contained, such as downloaded models, to another version of an extension.

import { dirname, join } from "node:path";
import { ensureFolder, moveFile } from "@pictor/kernel/plugin";
import { pathExists } from "../../file-entries.js";
import { listFilesRecursively, readTracking, trackingFile } from "../archive/tracking.js";

const isCompiled = (path: string): boolean => /(^|\/)__pycache__(\/|$)/.test(path);

/** The files in `folder` that its archive did not contain, except compiled Python files. */
export async function untrackedFiles(folder: string): Promise<readonly string[]> {
  const tracked = await readTracking(folder);
  const files = await listFilesRecursively(folder);
  return files.filter((path) => path !== trackingFile && !tracked.has(path) && !isCompiled(path));
}

/** The `paths` that exist in the folder `other` too. */
export async function findCollisions(paths: readonly string[], other: string): Promise<readonly string[]> {
  const found = await Promise.all(paths.map(async (path) => (await pathExists(join(other, path))) && path));
  return found.filter((path) => path !== false);
}

/** Moves the untracked files of `from` to `to`. Can be repeated after a crash. */
export async function carryFiles(from: string, to: string): Promise<void> {
  for (const path of await untrackedFiles(from)) {
    if (await pathExists(join(to, path))) continue;
    await ensureFolder(dirname(join(to, path)));
    await moveFile(join(from, path), join(to, path));
  }
}
