// A clock for transfers: pauses between attempts end at once, and the test fires the timers that detect a stall.

import type { JitterClock } from "../base/jitter-clock.js";

export interface HurriedClock extends JitterClock {
  /** Durations of the pauses so far. Milliseconds. */
  readonly pauses: readonly number[];
  /** Durations of the pending stall timers. Milliseconds. */
  readonly stallTimers: () => readonly number[];
  /** Fires every pending stall timer. */
  stall(): void;
}

/** Every pause is shorter than this, every stall timer longer. Milliseconds. */
const shortestStallMs = 20_000;

export function hurriedClock(): HurriedClock {
  const pauses: number[] = [];
  const stallTimers = new Map<() => void, number>();
  return {
    pauses,
    now: () => 0,
    random: () => 1,
    after(ms, callback) {
      if (ms < shortestStallMs) {
        pauses.push(ms);
        const immediate = setImmediate(callback);
        return () => clearImmediate(immediate);
      }
      stallTimers.set(callback, ms);
      return () => void stallTimers.delete(callback);
    },
    stallTimers: () => [...stallTimers.values()],
    stall() {
      const due = [...stallTimers.keys()];
      stallTimers.clear();
      due.forEach((callback) => callback());
    },
  };
}
