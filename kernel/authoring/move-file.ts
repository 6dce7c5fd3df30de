// Moves and removes files and folders that another program may have open, which Windows refuses.

import { rename, rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { fault } from "../base/errors/error-catalog.js";
import { systemCode } from "../base/errors/system-code.js";

/** Twenty attempts in about two seconds: a virus scanner or a reader closes a file much earlier. */
const attempts = 20;
const restMs = 100;

/** Whether Windows refuses because a program has the file open, or because a removed folder is still listed. */
export const isInUse = (error: unknown, platform: NodeJS.Platform = process.platform): boolean =>
  platform === "win32" && ["EPERM", "EACCES", "EBUSY"].includes(systemCode(error) ?? "");

/**
 * Renames a file, which replaces the one at `to`, or a folder. On Windows, repeats it for about two seconds while
 * another program has the file open. Rejects with `FILE_IN_USE`, or with errors of the system; both files are then
 * unchanged.
 */
export async function moveFile(
  from: string,
  to: string,
  { platform = process.platform, move = rename, pause = (ms: number): Promise<void> => wait(ms) } = {},
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await move(from, to);
      return;
    } catch (error) {
      if (!isInUse(error, platform)) throw error;
      if (attempt === attempts) throw fault("FILE_IN_USE", { path: to }, { cause: error });
      await pause(restMs);
    }
  }
}

/** Removes a file or a folder that is no longer needed. It stays if it cannot be removed: clean-up decides no result. */
export const discard = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
