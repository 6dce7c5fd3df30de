// The lock file in the folder of a project: read, and changed by one process at a time.

import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PictorError, reasonOf, systemCode, type Clock, type SavedFile } from "@pictor/kernel/plugin";
import { replaceFile, withFileLock } from "@pictor/locks";
import { extensionFault } from "../faults.js";
import { lockFileName, readLock, writeLock, type Lock } from "./lock-file.js";

export const projectLockFile = (project: string): string => join(project, lockFileName);

export const hasProjectLock = (project: string): Promise<boolean> =>
  access(projectLockFile(project)).then(
    () => true,
    () => false,
  );

/** The text of the file; undefined if there is none. */
async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return undefined;
    const details = { file, where: "", expected: "a file that can be read", found: reasonOf(cause) };
    throw extensionFault("EXTENSION_LOCK_INVALID", details, { cause });
  }
}

const lockOf = (text: string | undefined, file: string): Lock =>
  text === undefined ? [] : readLock(text, file);

/** Reads the lock file; the lock is empty for a missing file. Rejects with EXTENSION_LOCK_INVALID. */
export async function readProjectLock(project: string): Promise<Lock> {
  const file = projectLockFile(project);
  return lockOf(await readText(file), file);
}

export interface ProjectLockChange {
  readonly project: string;
  readonly clock: Clock;
  /** The lock after the change. `lock` is what the file says when no other process changes it. */
  edit(lock: Lock): Lock;
  /** Called after the file was written, before another process can change it. */
  saved?: ((file: SavedFile) => Promise<void>) | undefined;
}

/**
 * Changes the lock file, and resolves to its path. A symbolic link stays, and the file that it leads to is replaced. Rejects with
 * EXTENSION_LOCK_INVALID, or with EXTENSION_LOCK_NOT_WRITABLE; the file is then unchanged.
 */
export async function changeProjectLock({ project, clock, edit, saved }: ProjectLockChange): Promise<string> {
  const file = projectLockFile(project);
  const explain = (cause: unknown): unknown =>
    cause instanceof PictorError
      ? cause
      : extensionFault("EXTENSION_LOCK_NOT_WRITABLE", { file, reason: reasonOf(cause) }, { cause });
  await withFileLock(file, { clock, explain }, async (path, lock) => {
    const before = await readText(file);
    const after = writeLock(edit(lockOf(before, file)));
    await replaceFile(path, after, { lock }).catch((error: unknown) => {
      throw explain(error);
    });
    await saved?.({ path: file, after, ...(before !== undefined && { before }) });
  });
  return file;
}
