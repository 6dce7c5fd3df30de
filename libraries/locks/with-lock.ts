// Exclusive work between processes.

import type { Clock } from "@pictor/kernel/plugin";
import { acquire } from "./acquire.js";
import { hold, type HeldLock } from "./hold.js";
import type { Holder } from "./entry/entry-name.js";

export interface LockOptions {
  /** Waits, and renews the lock. */
  readonly clock: Clock;
  /**
   * How long to wait for a holder that lives, in milliseconds; 0 is one look. Of a process on another machine only its
   * renewals tell that it lives, so the wait may then be up to 10 s longer.
   */
  readonly limitMs: number;
  /**
   * Whether the lock is taken from a process of this machine that lives, but has not renewed it for 10 s, because it
   * stands still. True is right for work that confirms the lock before it changes anything; false for work that cannot
   * be refused any more, such as programs that it has started. Default: true. The lock of a process that has ended is
   * taken at once in any case.
   */
  readonly takesFromLiving?: boolean;
  /** Ends the wait, not the work. */
  readonly signal?: AbortSignal | undefined;
  /** Called once, after a second of waiting. `holder` is undefined if nothing on the disk tells who holds the lock. */
  onWait?(holder: Holder | undefined): void;
  /**
   * Makes an error of the caller's own catalog from `LockBusy`, `LockLost`, or an error of the system that refused to
   * take or renew the lock, such as EROFS or ENOSPC. Default: the problem itself.
   */
  explain?(problem: unknown): unknown;
}

/**
 * Runs the work while no other caller of any process has the lock, the folder `path`, whose parent exists. Callers of
 * this process are no exception, and come in no order: those that wait in a queue use `createKeyedLock` around this
 * function.
 *
 * Rejects with `LockBusy` if the lock is not free in time; with `LockLost` if it was lost before the end of the work,
 * even if the work succeeded, because a part of it may have run beside another's; with an error of the system; each as
 * `explain` makes it. Rejects with the signal's reason as it is, and else as the work does.
 */
export async function withLock<T>(
  path: string,
  options: LockOptions,
  work: (lock: HeldLock) => Promise<T>,
): Promise<T> {
  const {
    clock,
    limitMs,
    takesFromLiving = true,
    signal,
    onWait,
    explain = (problem: unknown) => problem,
  } = options;
  const owner = await acquire(path, { clock, limitMs, takesFromLiving, signal, onWait }).catch(
    (error: unknown) => {
      throw signal?.aborted === true && error === signal.reason ? error : explain(error);
    },
  );
  const held = hold(path, owner, clock, explain);
  try {
    return await work({ signal: held.signal, confirm: held.confirm });
  } finally {
    await held.release();
    // The loss of the lock explains every later failure of the work.
    held.signal.throwIfAborted();
  }
}
