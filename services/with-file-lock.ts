// Mutual exclusion between processes that change the same file.

import { dirname } from "node:path";
import { ensureFolder, fault, reasonOf } from "@pictor/kernel";

/** How long a process waits for the lock, at least four seconds: the other process only replaces the file. */
const retries = { retries: 40, factor: 1.2, minTimeout: 5, maxTimeout: 200, randomize: true };

/**
 * Runs the work while no other caller has the lock of the file, `<file>.lock`. The work calls `requireLock` immediately before it
 * writes: it throws if another process has taken the lock over, because this one stood still for too long. Rejects with
 * `FILE_NOT_WRITABLE`, also if the lock was lost before the end of the work, or as the work does.
 */
export async function withFileLock<Result>(
  file: string,
  work: (requireLock: () => void) => Promise<Result>,
): Promise<Result> {
  const { lock } = await import("proper-lockfile");
  let lost: unknown;
  const notWritable = (reason: string, cause: unknown) =>
    fault("FILE_NOT_WRITABLE", { path: file, reason }, { cause });
  const requireLock = (): void => {
    if (lost !== undefined) throw notWritable("another process has taken over its lock", lost);
  };
  // Without this function, the library would throw where nothing can catch it, which ends the process.
  const onCompromised = (error: Error): void => {
    lost = error;
  };
  let release: () => Promise<void>;
  try {
    await ensureFolder(dirname(file));
    release = await lock(file, { realpath: false, retries, onCompromised });
  } catch (error) {
    throw notWritable(reasonOf(error), error);
  }
  try {
    const result = await work(requireLock);
    requireLock();
    return result;
  } finally {
    // An error is ignored: a lock that cannot be removed becomes stale, and other processes then ignore it.
    await release().catch(() => undefined);
  }
}
