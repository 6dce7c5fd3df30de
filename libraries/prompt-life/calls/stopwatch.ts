// Measures a duration in laps of limited length, because the clock can be set and the computer can sleep.

import type { Clock } from "@pictor/kernel/plugin";

/** A duration so far: its milliseconds, and when its last lap has ended. */
export interface Laps {
  readonly ms: number;
  readonly at: number;
}

export const noLaps = (at: number): Laps => ({ ms: 0, at });

/** A lap counts at least 0 and at most `longestMs`, the longest time that it can take while the computer is awake. */
export const afterLap = ({ ms, at }: Laps, now: number, longestMs: number): Laps => ({
  ms: ms + Math.min(longestMs, Math.max(0, now - at)),
  at: now,
});

/** Returns a function that ends a lap and begins the next one: it gives the sum of all laps, in milliseconds. */
export function startStopwatch(clock: Clock, longestLapMs: number): () => number {
  let laps = noLaps(clock.now());
  return () => {
    laps = afterLap(laps, clock.now(), longestLapMs);
    return laps.ms;
  };
}
