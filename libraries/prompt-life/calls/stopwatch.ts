// Measures a duration in laps of limited length, because the clock can be set and the computer can sleep.

import type { Clock } from "@pictor/kernel/plugin";

export interface Stopwatch {
  /** Ends a lap and begins the next one. Returns the sum of all laps since the last reset, in milliseconds. */
  lap(): number;
  reset(): void;
}

/** A lap counts at least 0 and at most `longestLapMs`, the longest time that it can take while the computer is awake. */
export function createStopwatch(clock: Clock, longestLapMs: number): Stopwatch {
  let lapStart = clock.now();
  let totalMs = 0;
  return {
    lap() {
      const now = clock.now();
      totalMs += Math.min(longestLapMs, Math.max(0, now - lapStart));
      lapStart = now;
      return totalMs;
    },
    reset() {
      lapStart = clock.now();
      totalMs = 0;
    },
  };
}
