// Queries on the file system for which a missing entry is an answer, not an error.

import { lstat, readdir } from "node:fs/promises";
import type { Stats } from "node:fs";
import { systemCode } from "@pictor/kernel/plugin";

/** A handler for `catch`: returns undefined when the error is ENOENT, and rethrows every other error. */
export const ignoreMissing = (error: unknown): undefined => {
  if (systemCode(error) !== "ENOENT") throw error;
};

/** The entry itself, symbolic links included; undefined when it does not exist or cannot be read. */
export const entryAt = (path: string): Promise<Stats | undefined> => lstat(path).catch(() => undefined);

export const pathExists = async (path: string): Promise<boolean> => (await entryAt(path)) !== undefined;

/** A symbolic link does not count as a file, because it may lead out of its folder. */
export const isRegularFile = async (path: string): Promise<boolean> =>
  (await entryAt(path))?.isFile() === true;

/** Whether a folder is empty; true also for a folder that does not exist or cannot be read. */
export const isEmptyFolder = async (path: string): Promise<boolean> =>
  (await readdir(path).catch(() => [])).length === 0;
