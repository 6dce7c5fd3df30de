// Adds up how long something has lasted, lap by lap: a clock can be set, and a computer can sleep.

import type { Clock } from "@pictor/kernel";

export interface Stopwatch {
  /** Milliseconds since the last reset, after a lap that ends now. */
  lap(): number;
  reset(): void;
}

/** A lap never counts less than nothing, nor more than `longestLapMs`: as long as it can have taken while awake. */
export function createStopwatch(clock: Clock, longestLapMs: number): Stopwatch {
  let at = clock.now();
  let totalMs = 0;
  return {
    lap() {
      const now = clock.now();
      totalMs += Math.min(longestLapMs, Math.max(0, now - at));
      at = now;
      return totalMs;
    },
    reset() {
      at = clock.now();
      totalMs = 0;
    },
  };
}
