// A lock that this process has: renewed, confirmed, and released, each only while it is this process's own.

import type { Clock } from "@pictor/kernel/plugin";
import { formatEntry, parseEntry, type Owner } from "./entry/entry-name.js";
import { heldHere } from "./entry/process-identity.js";
import { readEntry, removeEntry, replaceEntry } from "./folder/lock-folder.js";
import { lockLimits } from "./limits.js";
import { LockLost } from "./problems.js";
import { whileBusy } from "./while-busy.js";

/** What the work under a lock may ask of it. */
export interface HeldLock {
  /** Aborted as soon as it is noticed that the lock was lost. The reason is `LockLost`, or what `explain` makes of it. */
  readonly signal: AbortSignal;
  /**
   * Renews the lock: for ten seconds nobody takes it over, unless this process stands still meanwhile. Call it
   * immediately before a change takes effect, such as the rename of a file. Rejects with the reason of the signal if
   * the lock was lost, and with what `explain` makes of an error of the system if it cannot be renewed; the change must
   * then not be made.
   */
  confirm(): Promise<void>;
}

export interface Hold extends HeldLock {
  /** Ends the renewal, and frees the lock if it is still the caller's. Never rejects; a lost lock is told by the signal. */
  release(): Promise<void>;
}

/** Begins with generation 0 of the entry. `explain` makes the errors: `LockLost`, and those of the system. */
export function hold(path: string, owner: Owner, clock: Clock, explain: (problem: unknown) => unknown): Hold {
  const controller = new AbortController();
  const { signal } = controller;
  let generation = 0;
  let isReleased = false;
  let last: Promise<unknown> = Promise.resolve();
  /** One step at a time, because each names the entry that the one before has left. */
  const inTurn = <T>(step: () => Promise<T>): Promise<T> => {
    const mine = last.then(step);
    last = mine.catch(() => undefined);
    return mine;
  };

  const lose = async (): Promise<void> => {
    const entry = parseEntry(await readEntry(path).catch(() => undefined));
    // A network file system may repeat a rename whose reply was lost, and then finds nothing to rename.
    if (entry?.id === owner.id) generation = entry.generation;
    else controller.abort(explain(new LockLost(path, entry)));
  };
  const renew = async (): Promise<void> => {
    signal.throwIfAborted();
    const [now, next] = [formatEntry(owner, generation), formatEntry(owner, generation + 1)];
    const isRenewed = await whileBusy(clock, () => replaceEntry(path, now, next)).catch((error: unknown) => {
      throw explain(error);
    });
    if (isRenewed) generation++;
    else await lose();
    signal.throwIfAborted();
  };
  const free = async (): Promise<void> => {
    if (signal.aborted) return;
    const remove = () => removeEntry(path, formatEntry(owner, generation));
    if (!(await whileBusy(clock, remove))) await lose();
  };

  let cancel: () => void = () => undefined;
  const schedule = (): void => {
    cancel = clock.after(lockLimits.renewalMs, () => {
      // A renewal that fails for other reasons is tried again; if none succeeds, `confirm` rejects, or the lock is lost.
      void inTurn(renew)
        .catch(() => undefined)
        .then(() => {
          if (!isReleased && !signal.aborted) schedule();
        });
    });
  };
  schedule();
  heldHere.add(owner.id);

  return {
    signal,
    confirm: () => inTurn(renew),
    async release() {
      isReleased = true;
      cancel();
      // A lock that cannot be removed is not renewed either, so that it expires.
      await inTurn(free).catch(() => undefined);
      heldHere.delete(owner.id);
    },
  };
}
