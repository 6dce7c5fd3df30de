// Waits for a lock: looks, decides, acts, pauses.

import { randomBytes } from "node:crypto";
import { isInUse, pause, type Clock } from "@pictor/kernel/plugin";
import { formatEntry, parseEntry, type Entry, type Holder, type Owner } from "./entry/entry-name.js";
import { livenessOf, ownIdentity, type Liveness } from "./entry/process-identity.js";
import { removeLeftovers } from "./folder/remove-leftovers.js";
import { place, readEntry, replaceEntry } from "./folder/lock-folder.js";
import { firstWatch, nextStep, pauseMs, watchOn, type LockPolicy } from "./judge-lock.js";
import { lockLimits } from "./limits.js";
import { LockBusy } from "./problems.js";

export interface WaitOptions extends LockPolicy {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Called once, after a second of waiting. */
  readonly onWait?: ((holder: Holder | undefined) => void) | undefined;
}

const judge = (entry: Entry | undefined): Promise<Liveness> | Liveness =>
  entry === undefined ? "unknown" : livenessOf(entry);

/**
 * Takes the lock, and removes what killed processes have left beside it. Settles with the owner that now has the lock,
 * in generation 0. Rejects with `LockBusy`, with the reason of the signal, or with errors of the system.
 */
export async function acquire(path: string, options: WaitOptions): Promise<Owner> {
  const owner = await waitFor(path, options);
  await removeLeftovers(path);
  return owner;
}

async function waitFor(path: string, options: WaitOptions): Promise<Owner> {
  const { clock, signal, onWait } = options;
  const owner: Owner = { ...(await ownIdentity()), id: randomBytes(8).toString("hex") };
  const own = formatEntry(owner, 0);
  let watch = firstWatch;
  let hasTold = false;
  for (let attempt = 0, pausedMs = 0; ; attempt++) {
    signal?.throwIfAborted();
    const found = await readEntry(path);
    const holder = parseEntry(found);
    watch = watchOn(watch, found, pausedMs);
    const step = nextStep(watch, await judge(holder), options);
    if (step === "give up") throw new LockBusy(path, holder);
    if (step === "place" && (await place(path, own))) return owner;
    if (step === "take over" && found !== undefined && (await takeOver(path, found, own))) return owner;
    if (!hasTold && watch.waitedMs >= lockLimits.toldAfterMs) {
      hasTold = true;
      onWait?.(holder);
    }
    pausedMs = pauseMs(attempt, Math.random());
    await pause(clock, pausedMs, signal);
  }
}

async function takeOver(path: string, found: string, own: string): Promise<boolean> {
  try {
    return await replaceEntry(path, found, own);
  } catch (error) {
    if (isInUse(error)) return false;
    throw error;
  }
}
