// Why a lock was not given, or was lost.

import type { Holder } from "./entry/entry-name.js";

const nameOf = (holder: Holder | undefined): string =>
  holder === undefined ? "another process" : `process ${holder.pid} on ${holder.host}`;

/** The lock was not free within the time limit. `holder` is undefined if nothing on the disk tells who holds it. */
export class LockBusy extends Error {
  override readonly name = "LockBusy";
  readonly path: string;
  readonly holder: Holder | undefined;
  constructor(path: string, holder: Holder | undefined) {
    super(`${nameOf(holder)} holds the lock ${path}`);
    this.path = path;
    this.holder = holder && { pid: holder.pid, host: holder.host };
  }
}

/** The lock was taken over, because this process stood still for too long, or its folder was removed (`holder` is undefined). */
export class LockLost extends Error {
  override readonly name = "LockLost";
  readonly path: string;
  readonly holder: Holder | undefined;
  constructor(path: string, holder: Holder | undefined) {
    super(
      holder === undefined
        ? `the lock ${path} of this process was removed`
        : `${nameOf(holder)} has taken over the lock ${path}, because this process stood still`,
    );
    this.path = path;
    this.holder = holder && { pid: holder.pid, host: holder.host };
  }
}
