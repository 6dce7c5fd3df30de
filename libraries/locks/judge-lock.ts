// What a waiting process does next, decided without the disk and without a clock.
//
//          place                                    renew: rename A.n to A.n+1
//   free ----------> held by A, entry A.n <-------------------------------+
//    ^                 |   |     |                                        |
//    |  release        |   |     +----------------------------------------+
//    +-----------------+   |
//       unlink A.n         |  take over: rename A.n to B.0, if A is dead, or if A.n was watched for 10 s
//                          v
//                        held by B, entry B.0        A's next rename or unlink of A.n finds nothing: A has lost the lock
//
// Every arrow is one call of the system that names the entry it leaves, so that exactly one of two processes succeeds:
// a takeover and a renewal exclude each other, and so do two takeovers. Nobody compares times of two clocks: a process
// that waits adds up the pauses in which it has watched the same entry. So a clock that is set changes nothing, and
// neither does a laptop that slept with all its processes: nobody watched meanwhile.

import type { Liveness } from "./entry/process-identity.js";
import { lockLimits } from "./limits.js";

/** What a waiting process has seen of a lock so far. */
export interface Watch {
  /** The entry that it saw last; undefined if the lock was free, or before the first look. */
  readonly entry: string | undefined;
  /** How long it has watched this entry, in milliseconds. */
  readonly unchangedMs: number;
  /** Whether an entry was replaced by another while it watched: whoever did that lives. */
  readonly hasMoved: boolean;
  /** How long it has waited in all, in milliseconds. */
  readonly waitedMs: number;
}

export const firstWatch: Watch = { entry: undefined, unchangedMs: 0, hasMoved: false, waitedMs: 0 };

/** The watch after a pause of `pausedMs` and another look. */
export function watchOn(watch: Watch, entry: string | undefined, pausedMs: number): Watch {
  const waitedMs = watch.waitedMs + pausedMs;
  if (entry === watch.entry) return { ...watch, unchangedMs: watch.unchangedMs + pausedMs, waitedMs };
  return { entry, unchangedMs: 0, hasMoved: watch.entry !== undefined && entry !== undefined, waitedMs };
}

export interface LockPolicy {
  /** How long to wait for a living holder, in milliseconds. */
  readonly limitMs: number;
  /** Whether the lock is taken from a process that certainly lives, but did not renew it until it expired. */
  readonly takesFromLiving: boolean;
}

export type NextStep = "place" | "take over" | "wait" | "give up";

/**
 * The next step of a process that wants the lock. After `limitMs` it gives up on a holder of which it knows that it
 * lives. Of any other it watches whether it renews the lock, so the wait can be as much longer as the lock needs to
 * expire, and never twice that.
 */
export function nextStep(watch: Watch, liveness: Liveness, policy: LockPolicy): NextStep {
  const { entry, unchangedMs, hasMoved, waitedMs } = watch;
  const { expiryMs } = lockLimits;
  if (waitedMs >= policy.limitMs + 2 * expiryMs) return "give up";
  if (entry === undefined) return "place";
  const mayTake = policy.takesFromLiving || liveness === "unknown";
  if (liveness === "dead" || (mayTake && unchangedMs >= expiryMs)) return "take over";
  const lives = liveness === "alive" || hasMoved;
  return lives && waitedMs >= policy.limitMs ? "give up" : "wait";
}

/**
 * The next pause in milliseconds. Half of it is random, so that waiting processes do not look in step. `random` is from
 * 0 to 1.
 */
export const pauseMs = (attempt: number, random: number): number =>
  Math.min(lockLimits.maxPauseMs, lockLimits.firstPauseMs * 2 ** attempt) * (0.5 + random / 2);
