// Why a lock was not given, or was lost.

import type { Holder } from "./entry/entry-name.js";

const nameOf = (holder: Holder | undefined): string =>
  holder === undefined ? "another process" : `process ${holder.pid} on ${holder.host}`;

abstract class LockProblem extends Error {
  readonly path: string;
  /** Undefined if nothing on the disk tells who holds the lock. */
  readonly holder: Holder | undefined;

  constructor(message: string, path: string, holder: Holder | undefined) {
    super(message);
    this.path = path;
    this.holder = holder && { pid: holder.pid, host: holder.host };
  }
}

/** The lock was not free within the time limit. */
export class LockBusy extends LockProblem {
  override readonly name = "LockBusy";

  constructor(path: string, holder: Holder | undefined) {
    super(`${nameOf(holder)} holds the lock ${path}`, path, holder);
  }
}

/** The lock was taken over, because this process stood still for too long, or its folder was removed (`holder` is undefined). */
export class LockLost extends LockProblem {
  override readonly name = "LockLost";

  constructor(path: string, holder: Holder | undefined) {
    const message =
      holder === undefined
        ? `the lock ${path} of this process was removed`
        : `${nameOf(holder)} has taken over the lock ${path}, because this process was suspended`;
    super(message, path, holder);
  }
}
