// Limits the length of the journal: copies the newest lines into a new file, which replaces the journal.

import { randomUUID } from "node:crypto";
import { appendFile, link, readFile, stat, writeFile } from "node:fs/promises";
import { discard, moveFile, PictorError, type Clock } from "@pictor/kernel/plugin";
import { LockBusy, LockLost, withLock, type HeldLock } from "@pictor/locks";

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

/**
 * Copies the newest lines into a new file, which replaces the journal. The journal is open at no time while it is replaced, which Windows
 * would refuse: a second name keeps the old file, for lines that other processes append to it until then.
 */
export async function replaceJournal(
  path: string,
  maxEntries: number,
  lock: Pick<HeldLock, "confirm">,
): Promise<void> {
  const [replacement, existing] = [`${path}.${randomUUID()}`, `${path}.${randomUUID()}`];
  try {
    const bytes = await readFile(path);
    if (countLines(bytes) <= maxEntries * 1.1) return;
    await writeFile(replacement, bytes.subarray(startOfLastLines(bytes, maxEntries)), { mode: 0o600 });
    await lock.confirm();
    // On a file system without hard links, a line that is appended just now is lost.
    const isKept = await link(path, existing).then(
      () => true,
      () => false,
    );
    await moveFile(replacement, path);
    const appended = isKept ? (await readFile(existing)).subarray(bytes.length) : new Uint8Array();
    if (appended.length > 0) await appendFile(path, appended, { mode: 0o600 });
  } finally {
    await discard(replacement);
    await discard(existing);
  }
}

/**
 * Removes the oldest lines if the journal has over 10 % more than `maxEntries`. Does nothing while another process trims. Rejects with
 * errors of the system.
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
