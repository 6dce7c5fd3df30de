// The folder of a lock on the disk: `<path>/<entry>`. Each function is one step of the diagram in `judge-lock.ts`.

import { mkdir, readdir, rename, rmdir, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { discard, isInUse, systemCode } from "@pictor/kernel/plugin";
import { parseEntry } from "../entry/entry-name.js";

/** Whether the error means that another process was quicker, or is at it just now. */
function isContention(error: unknown, codes: readonly string[]): boolean {
  const code = systemCode(error);
  return code !== undefined && (codes.includes(code) || isInUse(error));
}

/**
 * The name of the entry; undefined if the lock is free. A name that no holder has written counts only if there is no
 * other. Rejects with errors of the system.
 */
export async function readEntry(path: string): Promise<string | undefined> {
  try {
    const names = await readdir(path);
    return names.find((name) => parseEntry(name) !== undefined) ?? names.sort()[0];
  } catch (error) {
    if (isContention(error, ["ENOENT"])) return undefined;
    throw error;
  }
}

/**
 * Takes a free lock: a folder that already has the entry gets the name of the lock, which fails while that has an
 * entry. Settles with whether that succeeded; rejects with errors of the system, such as EROFS, ENOSPC and EACCES.
 */
export async function place(path: string, entry: string): Promise<boolean> {
  // The name says whose it is, in case that process is killed now.
  const prepared = `${path}.${entry}`;
  try {
    await mkdir(prepared);
    await writeFile(join(prepared, entry), "", { flag: "wx" });
  } catch (error) {
    await discard(prepared);
    throw error;
  }
  try {
    await rename(prepared, path);
    return true;
  } catch (error) {
    await discard(prepared);
    if (!isContention(error, ["EEXIST", "ENOTEMPTY"])) throw error;
    // Windows replaces no folder, not even an empty one. A folder that has an entry is not removed.
    await rmdir(path).catch(() => undefined);
    return false;
  }
}

/** Replaces an entry, to take the lock over or to renew it. Settles with false if this entry is gone; rejects as `place`. */
export async function replaceEntry(path: string, from: string, to: string): Promise<boolean> {
  try {
    await rename(join(path, from), join(path, to));
    return true;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    throw error;
  }
}

/**
 * Frees the lock. Settles with false if this entry is gone: the lock is another's, and stays. Rejects with errors of
 * the system.
 */
export async function removeEntry(path: string, entry: string): Promise<boolean> {
  try {
    await unlink(join(path, entry));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    throw error;
  }
  // An empty folder is a free lock, so nothing is lost if it stays, or if the next holder was quicker.
  await rmdir(path).catch(() => undefined);
  return true;
}
