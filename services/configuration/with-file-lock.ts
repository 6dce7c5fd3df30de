// Mutual exclusion between processes that change the same file.

import { realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { ensureFolder, fault, PictorError, realClock, reasonOf } from "@pictor/kernel";

/** How long to wait for the lock, in milliseconds: as long as the lock of a process that stands still needs to expire, and a reserve. */
const limitMs = 15_000;

/** The lock of a file, while the work under it runs. */
export interface FileLock {
  /** To be awaited immediately before a change. Rejects with `FILE_NOT_WRITABLE` if another process has taken the lock over. */
  confirm(): Promise<void>;
  /**
   * Replaces the content of a file at once, if this process still has the lock. `mode` is that of the file; default: as it was.
   * Rejects with `FILE_NOT_WRITABLE`; the file is then unchanged.
   */
  replace(path: string, text: string, mode?: number): Promise<void>;
}

/** Runs work under the lock of a file. */
export type WithFileLock = <Result>(
  file: string,
  work: (lock: FileLock) => Promise<Result>,
) => Promise<Result>;

/**
 * Runs the work while no other caller has the lock of the file, `<file>.lock`; the folder is created if necessary. The lock of a
 * process that has ended is taken at once, that of one that stands still after ten seconds; that process can then no longer confirm
 * or replace. Rejects with `FILE_NOT_WRITABLE`, also if the lock was lost before the end of the work, or as the work does.
 */
export const withFileLock: WithFileLock = async (file, work) => {
  const { replaceFile, withLock } = await import("@pictor/locks");
  const notWritable = (path: string, error: unknown): PictorError =>
    error instanceof PictorError
      ? error
      : fault("FILE_NOT_WRITABLE", { path, reason: reasonOf(error) }, { cause: error });
  const explained =
    (path: string) =>
    (error: unknown): never => {
      throw notWritable(path, error);
    };
  await ensureFolder(dirname(file)).catch(explained(file));
  const explain = (problem: unknown) => notWritable(file, problem);
  return withLock(`${file}.lock`, { clock: realClock, limitMs, explain }, ({ confirm }) =>
    work({
      confirm,
      async replace(path, text, mode) {
        // A symbolic link stays, and the file that it names is replaced.
        const target = await realpath(path).catch(() => path);
        const options = { lock: { confirm }, ...(mode !== undefined && { mode }) };
        await replaceFile(target, text, options).catch(explained(path));
      },
    }),
  );
};
