// Mutual exclusion between processes that change the same file.

import { dirname } from "node:path";
import { ensureFolder, realClock } from "@pictor/kernel";
import { linkedFile, fileFault, replaceFile } from "./replace-file.js";

/** How long to wait for the lock, in milliseconds: as long as the lock of a process that stands still needs to expire, and a reserve. */
const limitMs = 15_000;

/** The lock of a file, while the work under it runs. */
export interface FileLock {
  /** To be awaited immediately before a change. Rejects with `FILE_NOT_WRITABLE` if another process has taken the lock over. */
  confirm(): Promise<void>;
  /**
   * Replaces the content of a file at once, if this process still has the lock. `mode` is that of the file; default: as it was.
   * Rejects with `FILE_DISK_FULL`, `FILE_NOT_WRITABLE` or `FILE_IN_USE`; the file is then unchanged.
   */
  replace(path: string, text: string, mode?: number): Promise<void>;
}

/** Runs work under the lock of a file. */
export type WithFileLock = <Result>(
  file: string,
  work: (lock: FileLock) => Promise<Result>,
) => Promise<Result>;

/**
 * Runs the work while no other caller has the lock of the file, `<file>.lock`, which lies beside the file that a symbolic link
 * leads to; the folder is created if necessary. The lock of a process that has ended is taken at once, that of one that stands still after ten seconds; that process can then no longer confirm
 * or replace. Rejects with `FILE_NOT_WRITABLE`, also if the lock was lost before the end of the work, or as the work does.
 */
export const withFileLock: WithFileLock = async (file, work) => {
  const { withLock } = await import("@pictor/locks");
  const explain = (problem: unknown) => fileFault(file, problem);
  await ensureFolder(dirname(file)).catch((error: unknown) => {
    throw explain(error);
  });
  return withLock(`${await linkedFile(file)}.lock`, { clock: realClock, limitMs, explain }, ({ confirm }) =>
    work({
      confirm,
      replace: (path, text, mode) =>
        replaceFile(path, text, { lock: { confirm }, ...(mode !== undefined && { mode }) }),
    }),
  );
};
