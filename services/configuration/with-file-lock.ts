// Mutual exclusion between processes that change the same file.

import { dirname } from "node:path";
import { ensureFolder, realClock } from "@pictor/kernel";
import { fileFault, replaceFile } from "./replace-file.js";

/** The lock of a file, while the work under it runs. */
export interface FileLock {
  /** To be awaited immediately before a change. Rejects with `FILE_NOT_WRITABLE` if another process has taken the lock over. */
  confirm(): Promise<void>;
  /**
   * Replaces the content of a file at once, if this process still has the lock. `mode` is that of the file; default: as it was.
   * Rejects with `FILE_DISK_FULL`, `FILE_NOT_WRITABLE` or `FILE_IN_USE`; the file is then unchanged.
   */
  replace(path: string, text: string, mode?: number): Promise<void>;
  /**
   * Appends lines to the file, if this process still has the lock; a last line that a crash has cut stays a line of its
   * own. Resolves to the size of the file in bytes. Rejects with `FILE_DISK_FULL` or `FILE_NOT_WRITABLE`.
   */
  append(lines: string): Promise<number>;
}

/** Runs work under the lock of a file. */
export type WithFileLock = <Result>(
  file: string,
  work: (lock: FileLock) => Promise<Result>,
) => Promise<Result>;

/**
 * Runs the work while no other caller has the lock of the file, `<file>.lock`, which lies beside the file that a
 * symbolic link leads to; the folder is created if necessary. The lock of a process that has ended is taken at once,
 * that of one that stands still after ten seconds; that process can then no longer confirm or replace. Rejects with
 * `FILE_NOT_WRITABLE`, also if the lock was lost before the end of the work, or as the work does.
 */
export const withFileLock: WithFileLock = async (file, work) => {
  const { appendLines, withFileLock: withLockOf } = await import("@pictor/locks");
  const explain = (problem: unknown) => fileFault(file, problem);
  await ensureFolder(dirname(file)).catch((error: unknown) => {
    throw explain(error);
  });
  return withLockOf(file, { clock: realClock, explain }, (locked, { confirm }) =>
    work({
      confirm,
      append: async (lines) => {
        await confirm();
        return appendLines(locked, lines).catch((error: unknown) => {
          throw explain(error);
        });
      },
      replace: (path, text, mode) =>
        replaceFile(path, text, { lock: { confirm }, ...(mode !== undefined && { mode }) }),
    }),
  );
};
