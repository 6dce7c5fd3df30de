// Mutual exclusion between processes that change the same file.

import { dirname } from "node:path";
import { ensureFolder, fault, reasonOf } from "@pictor/kernel";

/** How long a process waits for the lock, at least four seconds: the other process only replaces the file. */
const retries = { retries: 40, factor: 1.2, minTimeout: 5, maxTimeout: 200, randomize: true };

/** Runs the work while no other caller has the lock of the file, `<file>.lock`. Rejects with `FILE_NOT_WRITABLE`, or as the work does. */
export async function withFileLock(file: string, work: () => Promise<void>): Promise<void> {
  const { lock } = await import("proper-lockfile");
  let release: () => Promise<void>;
  try {
    await ensureFolder(dirname(file));
    release = await lock(file, { realpath: false, retries });
  } catch (error) {
    throw fault("FILE_NOT_WRITABLE", { path: file, reason: reasonOf(error) }, { cause: error });
  }
  try {
    await work();
  } finally {
    // An error is ignored: a lock that cannot be removed becomes stale, and other processes then ignore it.
    await release().catch(() => undefined);
  }
}
