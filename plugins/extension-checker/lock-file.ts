// Reads and writes the lock file in the folder of the project. Writes replace the file atomically.

import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { extensionFault, lockFileName, readLock, writeLock, type Lock } from "@pictor/extensions";
import { reasonOf, systemCode } from "@pictor/kernel/plugin";
import { replaceFile } from "@pictor/locks";

export const lockPath = (project: string): string => join(project, lockFileName);

export const hasLock = (project: string): Promise<boolean> =>
  access(lockPath(project)).then(
    () => true,
    () => false,
  );

/** Reads the lock file. The lock is empty for a missing file. Rejects with EXTENSION_LOCK_INVALID. */
export async function loadLock(project: string): Promise<Lock> {
  const path = lockPath(project);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return [];
    const details = { file: path, where: "", expected: "a file that can be read", found: reasonOf(cause) };
    throw extensionFault("EXTENSION_LOCK_INVALID", details, { cause });
  }
  return readLock(text, path);
}

/** Writes the lock file. Rejects with EXTENSION_LOCK_NOT_WRITABLE; the old file is unchanged then. */
export async function saveLock(project: string, lock: Lock): Promise<void> {
  const path = lockPath(project);
  try {
    await replaceFile(path, writeLock(lock));
  } catch (cause) {
    throw extensionFault("EXTENSION_LOCK_NOT_WRITABLE", { file: path, reason: reasonOf(cause) }, { cause });
  }
}
