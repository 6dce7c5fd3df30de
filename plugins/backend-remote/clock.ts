// Time and chance as dependencies, so that tests can hold them.

import type { Clock as Time } from "@pictor/kernel/plugin";

export interface Clock extends Time {
  /** A number from 0 up to 1, as Math.random. */
  chance(): number;
}

/** The kernel's time, and real chance. */
export const clockOf = (time: Time): Clock => ({
  now: () => time.now(),
  after: (ms, callback) => time.after(ms, callback),
  chance: Math.random,
});
