// The log of a server: a file of its own for each start, the older ones beside it, and a limit to its size.

import { copyFile, open, rename, rm, stat, truncate, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, systemCode } from "@pictor/kernel/plugin";
import { clearImports, storeImports } from "./stored-imports.js";

/** How many older files are kept: `server.1.log` is the youngest. */
const maxOldLogs = 5;
/** Bytes after which a log goes on in an empty file. */
const maxLogBytes = 10_000_000;

export const logFile = (folder: string): string => join(folder, "server.log");
const olderFile = (folder: string, age: number): string => join(folder, `server.${age}.log`);

const isMissing = (error: unknown): boolean => systemCode(error) === "ENOENT";
const unlessMissing = (error: unknown): void => {
  if (!isMissing(error)) throw error;
};

async function rotateOldLogs(folder: string): Promise<void> {
  await rm(olderFile(folder, maxOldLogs), { force: true });
  for (let age = maxOldLogs - 1; age >= 1; age--) {
    await rename(olderFile(folder, age), olderFile(folder, age + 1)).catch(unlessMissing);
  }
}

/**
 * An empty log for a new start. A process writes at its end, wherever that is (append mode), so that the file can be
 * emptied underneath.
 */
export async function openLog(folder: string): Promise<FileHandle> {
  await makeFolder(folder, 0o700);
  await clearImports(folder);
  const found = await stat(logFile(folder)).catch(unlessMissing);
  if (found !== undefined && found.size > 0) {
    await rotateOldLogs(folder);
    await rename(logFile(folder), olderFile(folder, 1)).catch(unlessMissing);
  }
  return open(logFile(folder), "a", 0o600);
}

/** Copies a log that has become too large, and empties it. What is written between the two is lost: some lines at most. */
export async function rotateLargeLog(folder: string, maxBytes = maxLogBytes): Promise<boolean> {
  const found = await stat(logFile(folder)).catch(unlessMissing);
  if (found === undefined || found.size <= maxBytes) return false;
  const part = join(folder, "server.part.log");
  try {
    await copyFile(logFile(folder), part);
    await storeImports(folder, part);
  } catch (error) {
    // On a full disk the older ones stay as they are.
    await rm(part, { force: true, recursive: true });
    throw error;
  }
  await truncate(logFile(folder), 0);
  await rotateOldLogs(folder);
  await rename(part, olderFile(folder, 1));
  return true;
}
