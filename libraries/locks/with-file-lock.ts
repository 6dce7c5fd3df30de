// Exclusive work on a file between processes.

import { realpath } from "node:fs/promises";
import type { HeldLock } from "./hold.js";
import { withLock, type LockOptions } from "./with-lock.js";

/**
 * How long to wait for the lock, in milliseconds: as long as the lock of a process that stands still needs to expire,
 * and a reserve.
 */
const limitMs = 15_000;

/** The file that a symbolic link leads to; a path without a file stays as it is. */
export const linkedFile = (path: string): Promise<string> => realpath(path).catch(() => path);

/**
 * Runs the work while no other caller has the lock of the file, `<file>.lock`, which lies beside the file that a symbolic link
 * leads to, and gives it the path of that file. The folder of the file exists. Waits for 15 s, and rejects as `withLock` does.
 */
export async function withFileLock<T>(
  file: string,
  options: Pick<LockOptions, "clock" | "explain">,
  work: (path: string, lock: HeldLock) => Promise<T>,
): Promise<T> {
  const path = await linkedFile(file);
  return withLock(`${path}.lock`, { ...options, limitMs }, (lock) => work(path, lock));
}
