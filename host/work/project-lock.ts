// The lock file of a project: reads it, and writes it completely or not at all.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { extensionFault, lockFileName, readLock, writeLock, type Lock } from "@pictor/extensions";
import { reasonOf, systemCode, type LoadedConfiguration } from "@pictor/kernel";
import { replaceFile } from "@pictor/services";

export const lockFileOf = ({ directory }: Pick<LoadedConfiguration, "directory">): string =>
  join(directory, lockFileName);

/** The contents of the project's lock file; empty if there is no file. Throws EXTENSION_LOCK_INVALID. */
export async function readProjectLock(configuration: Pick<LoadedConfiguration, "directory">): Promise<Lock> {
  const file = lockFileOf(configuration);
  try {
    return readLock(await readFile(file, "utf8"), file);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** Writes the lock file of the project. Resolves to its path. Rejects with EXTENSION_LOCK_NOT_WRITABLE. */
export async function saveProjectLock(
  configuration: Pick<LoadedConfiguration, "directory" | "fileSaved">,
  lock: Lock,
): Promise<string> {
  const file = lockFileOf(configuration);
  try {
    await replaceFile(file, writeLock(lock));
  } catch (error) {
    throw extensionFault("EXTENSION_LOCK_NOT_WRITABLE", { file, reason: reasonOf(error) }, { cause: error });
  }
  await configuration.fileSaved?.(file);
  return file;
}
