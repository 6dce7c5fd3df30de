// Limits the length of the journal: copies the newest lines into a new file, which replaces the journal.

import { randomUUID } from "node:crypto";
import { open, stat, writeFile } from "node:fs/promises";
import { discard, moveFile } from "@pictor/kernel/plugin";
import type { Clock } from "@pictor/kernel/plugin";
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

async function replaceJournal(path: string, maxEntries: number, lock: HeldLock): Promise<void> {
  const existing = await open(path, "r");
  const replacement = `${path}.${randomUUID()}`;
  try {
    const bytes = await existing.readFile();
    if (countLines(bytes) <= maxEntries * 1.1) return;
    await writeFile(replacement, bytes.subarray(startOfLastLines(bytes, maxEntries)), { mode: 0o600 });
    await lock.confirm();
    await moveFile(replacement, path);
    // Copies the lines that other processes appended to the existing file before it was replaced.
    const { size } = await existing.stat();
    const appended = Buffer.alloc(Math.max(0, size - bytes.length));
    await existing.read(appended, 0, appended.length, bytes.length);
    if (appended.length === 0) return;
    const file = await open(path, "a", 0o600);
    await file.write(appended).finally(() => file.close());
  } finally {
    await existing.close();
    await discard(replacement);
  }
}

/**
 * Removes the oldest lines if the journal has over 10 % more than `maxEntries`. Does nothing while another process trims. Rejects with
 * errors of the system.
 */
export async function trimJournal(path: string, maxEntries: number, clock: Clock): Promise<void> {
  const { size } = await stat(path);
  if (size <= maxEntries * minLineBytes) return;
  try {
    await withLock(`${path}.lock`, { clock, limitMs: 0 }, (lock) => replaceJournal(path, maxEntries, lock));
  } catch (error) {
    // Another process trims, or has taken over because this one stood still.
    if (!(error instanceof LockBusy || error instanceof LockLost)) throw error;
  }
}
