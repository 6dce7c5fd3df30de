// A clock for transfers: pauses between attempts are over at once, and what watches for a stall goes off by hand.

import type { Clock } from "../clock.js";

export interface HurriedClock extends Clock {
  /** The pauses that were made, in milliseconds. */
  readonly pauses: readonly number[];
  /** What is being watched, in milliseconds. */
  readonly watched: () => readonly number[];
  /** All that is waited for has taken too long. */
  stall(): void;
}

/** Pauses are shorter than any watch. Milliseconds. */
const shortestWatchMs = 20_000;

export function hurriedClock(): HurriedClock {
  const pauses: number[] = [];
  const watches = new Map<() => void, number>();
  return {
    pauses,
    now: () => 0,
    chance: () => 1,
    after(ms, callback) {
      if (ms < shortestWatchMs) {
        pauses.push(ms);
        const soon = setImmediate(callback);
        return () => {
          clearImmediate(soon);
        };
      }
      watches.set(callback, ms);
      return () => void watches.delete(callback);
    },
    watched: () => [...watches.values()],
    stall() {
      const due = [...watches.keys()];
      watches.clear();
      due.forEach((callback) => {
        callback();
      });
    },
  };
}
