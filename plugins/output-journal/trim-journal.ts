// Limits the length of the journal: replaces it with its newest lines.

import { stat } from "node:fs/promises";
import { PictorError, type Clock } from "@pictor/kernel/plugin";
import { LockBusy, LockLost, replaceLines, withLock, type HeldLock } from "@pictor/locks";

/** The smallest length of a line in bytes. A journal with fewer bytes than its limit of lines needs is not counted. */
const minLineBytes = 150;
const lineFeed = 10;

/** Offset of the first of the last `count` lines. */
function startOfLastLines(bytes: Uint8Array, count: number): number {
  let remaining = count;
  for (let at = bytes.length - 2; at >= 0; at--) {
    if (bytes[at] === lineFeed && --remaining === 0) return at + 1;
  }
  return 0;
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === lineFeed) count++;
  return count;
}

/** Replaces the journal with its newest lines. */
export const replaceJournal = (
  path: string,
  maxEntries: number,
  lock: Pick<HeldLock, "confirm">,
): Promise<void> =>
  replaceLines(path, lock, (content) =>
    countLines(content) > maxEntries * 1.1
      ? content.subarray(startOfLastLines(content, maxEntries))
      : undefined,
  );

/**
 * Removes the oldest lines if the journal has over 10 % more than `maxEntries`. Does nothing while another process
 * trims. Rejects with errors of the system.
 */
export async function trimJournal(
  path: string,
  maxEntries: number,
  clock: Clock,
  replace = replaceJournal,
): Promise<void> {
  const { size } = await stat(path);
  if (size <= maxEntries * minLineBytes) return;
  try {
    await withLock(`${path}.lock`, { clock, limitMs: 0 }, (lock) => replace(path, maxEntries, lock));
  } catch (error) {
    // Another process trims, or has taken over because this one stood still, or reads the journal: a later call trims it.
    const isLater = error instanceof PictorError && error.code === "FILE_IN_USE";
    if (!(isLater || error instanceof LockBusy || error instanceof LockLost)) throw error;
  }
}
