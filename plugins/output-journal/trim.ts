// Keeps the journal at its length: the newest lines into a new file, which takes the old one's place.

import { open, rename, rm, stat, writeFile } from "node:fs/promises";

/** No line of ours is shorter: a smaller file need not be counted. Bytes. */
const leastLine = 150;
/** A lock that is older was left behind by a process that ended. Milliseconds. */
const staleMs = 60_000;
const lineFeed = 10;

/** Where the last `count` lines begin. */
function startOfLast(bytes: Uint8Array, count: number): number {
  let left = count;
  for (let at = bytes.length - 2; at >= 0; at--) {
    if (bytes[at] === lineFeed && --left === 0) return at + 1;
  }
  return 0;
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === lineFeed) count++;
  return count;
}

/** True for the process that may trim now. */
async function takeLock(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch {
    const { mtimeMs = Infinity } = (await stat(lock).catch(() => undefined)) ?? {};
    if (Date.now() - mtimeMs > staleMs) await rm(lock, { force: true });
    return false;
  }
}

async function replace(path: string, maxEntries: number): Promise<void> {
  const old = await open(path, "r");
  const fresh = `${path}.new`;
  try {
    const bytes = await old.readFile();
    if (countLines(bytes) <= maxEntries * 1.1) return;
    await writeFile(fresh, bytes.subarray(startOfLast(bytes, maxEntries)), { mode: 0o600 });
    await rename(fresh, path);
    // What others added to the old file until it was replaced.
    const { size } = await old.stat();
    const late = Buffer.alloc(Math.max(0, size - bytes.length));
    await old.read(late, 0, late.length, bytes.length);
    if (late.length === 0) return;
    const file = await open(path, "a", 0o600);
    await file.write(late).finally(() => file.close());
  } finally {
    await old.close();
    await rm(fresh, { force: true });
  }
}

/** Drops the oldest lines where there are a tenth more than `maxEntries`. One process at a time; others pass. */
export async function trim(path: string, maxEntries: number): Promise<void> {
  const { size } = await stat(path);
  if (size <= maxEntries * leastLine) return;
  const lock = `${path}.lock`;
  if (!(await takeLock(lock))) return;
  try {
    await replace(path, maxEntries);
  } finally {
    await rm(lock, { force: true });
  }
}
