// Finds out before any work whether files can be created in a folder.

import { randomUUID } from "node:crypto";
import { open, rm, stat, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fault, systemCode } from "@pictor/kernel";
import { explainFileError } from "./create-file.js";

/** The least number of free bytes; a single image can still need more. */
const leastFreeBytes = 2 ** 20;

/** The folder itself if it exists, else the nearest existing folder above it. */
async function nearestExisting(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (error) {
    if (systemCode(error) !== "ENOENT" || dirname(path) === path) throw error;
    return nearestExisting(dirname(path));
  }
}

/** The free bytes of the disk. Some network file systems report no sizes; their space counts as unlimited. */
async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return blocks === 0 ? Infinity : bavail * bsize;
}

/**
 * Creates and removes an empty file in the folder, or in the nearest existing folder above it. Throws `FILE_DISK_FULL` or
 * `FILE_NOT_WRITABLE`.
 */
export async function requireWritable(directory: string, measure = freeBytesOf): Promise<void> {
  const root = resolve(directory);
  try {
    const folder = await nearestExisting(root);
    const probe = join(folder, `.pictor-${randomUUID()}.part`);
    try {
      await (await open(probe, "wx", 0o600)).close();
    } finally {
      await rm(probe, { force: true }).catch(() => undefined);
    }
    if ((await measure(folder)) < leastFreeBytes) throw fault("FILE_DISK_FULL", { path: root });
  } catch (error) {
    throw explainFileError(error, root);
  }
}
