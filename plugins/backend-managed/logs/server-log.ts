// server.log: a new file for each start of the server, five older ones, and a size limit.

import { copyFile, open, stat, truncate, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { discard, ensureFolder, moveFile } from "@pictor/kernel/plugin";
import { ignoreMissing } from "../file-entries.js";
import { fileOfAge, rotateFiles } from "./rotate-files.js";
import { clearImports, storeImports } from "./stored-imports.js";

const maxOldLogs = 5;
const defaultMaxBytes = 10_000_000;

export const logFile = (folder: string): string => join(folder, "server.log");

/** Size of the log in bytes; 0 for a missing log. */
export const logSize = async (folder: string): Promise<number> =>
  (await stat(logFile(folder)).catch(() => undefined))?.size ?? 0;

/** Opens an empty log for a new start, in append mode: the file can be truncated while the server writes to it. */
export async function openServerLog(folder: string): Promise<FileHandle> {
  await ensureFolder(folder, 0o700);
  await clearImports(folder);
  const found = await stat(logFile(folder)).catch(ignoreMissing);
  if (found !== undefined && found.size > 0) await rotateFiles(logFile(folder), 0, maxOldLogs);
  return open(logFile(folder), "a", 0o600);
}

/**
 * Moves the contents of a log above `maxBytes` to an older file. Settles with whether it did. Lines that the server writes
 * between the copy and the truncation are lost.
 */
export async function rotateLargeLog(folder: string, maxBytes = defaultMaxBytes): Promise<boolean> {
  const found = await stat(logFile(folder)).catch(ignoreMissing);
  if (found === undefined || found.size <= maxBytes) return false;
  const part = join(folder, "server.part.log");
  try {
    await copyFile(logFile(folder), part);
    await storeImports(folder, part);
  } catch (error) {
    // The disk may be full; the older logs are kept unchanged.
    await discard(part);
    throw error;
  }
  await truncate(logFile(folder), 0);
  await rotateFiles(logFile(folder), 1, maxOldLogs);
  await moveFile(part, fileOfAge(logFile(folder), 1));
  return true;
}
