// A lock of an instance, `<root>/<name>.lock`, held by one process at a time.

import { join } from "node:path";
import { ensureFolder, linkedController } from "@pictor/kernel/plugin";
import { LockBusy, LockLost, withLock, type Holder } from "@pictor/locks";
import { managedFault } from "../faults.js";
import { toFolderFault, withFolderFaults } from "../folder-faults.js";
import type { Instance, WorkOptions } from "../instance.js";

export interface InstanceLock {
  readonly name: "install" | "server";
  /** What others do under this lock, for errors. */
  readonly work: string;
  /** How long to wait for a living holder, in milliseconds. */
  readonly limitMs: number;
  /** Mode of the instance's folder, for the case that taking the lock creates the folder. */
  readonly folderMode?: number;
  /** The error if a living process has the lock for longer. */
  busy(holder: Holder | undefined): Error;
}

/** The process in an error; empty if it is unknown. */
export const describeHolder = (holder: Holder | undefined): string =>
  holder === undefined ? "" : ` (process ${holder.pid} on ${holder.host})`;

/**
 * Holds the lock while the work runs, which is given a signal: that of `options`, aborted too if the lock was lost.
 * What is under way here cannot be refused any more, such as programs that were started, so the lock is never taken
 * from a process of this machine that certainly lives. Rejects with the error of `busy`; with `MANAGED_LOCK_LOST`; with
 * `MANAGED_FOLDER_NOT_WRITABLE` or `MANAGED_DISK_FULL`; else as the work does.
 */
export async function withInstanceLock<T>(
  { name, layout: { root }, clock }: Pick<Instance, "name" | "layout" | "clock">,
  lock: InstanceLock,
  work: (signal: AbortSignal) => Promise<T>,
  { signal, onLine }: WorkOptions = {},
): Promise<T> {
  const explain = (problem: unknown): unknown => {
    if (problem instanceof LockBusy) return lock.busy(problem.holder);
    if (!(problem instanceof LockLost)) return toFolderFault(problem, root);
    const owner = describeHolder(problem.holder);
    return managedFault("MANAGED_LOCK_LOST", { work: lock.work, name, owner }, { cause: problem });
  };
  const onWait = (): void => onLine?.(`waiting for another process: ${lock.work}`);
  await withFolderFaults(root, () => ensureFolder(root, lock.folderMode));
  const options = { clock, limitMs: lock.limitMs, takesFromLiving: false, signal, onWait, explain };
  return withLock(join(root, `${lock.name}.lock`), options, async (held) => {
    const { controller, release } = linkedController(signal, held.signal);
    try {
      return await work(controller.signal);
    } finally {
      release();
    }
  });
}
