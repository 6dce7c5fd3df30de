// A clock with a source of random numbers, so that tests control both time and jitter.

import type { Clock } from "@pictor/kernel/plugin";

export interface JitterClock extends Clock {
  /** A number from 0 (inclusive) to 1 (exclusive), like Math.random. */
  random(): number;
}

/** Adds Math.random to the kernel's clock. */
export const withJitter = (clock: Clock): JitterClock => ({
  now: () => clock.now(),
  after: (ms, callback) => clock.after(ms, callback),
  random: Math.random,
});
