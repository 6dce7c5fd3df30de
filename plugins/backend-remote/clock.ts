// Time and chance as dependencies, so that tests can hold them.

import type { Clock as Time } from "@pictor/kernel/plugin";

export interface Clock extends Pick<Time, "after"> {
  /** A number from 0 up to 1, as Math.random. */
  chance(): number;
}

/** The kernel's time, and real chance. */
export const clockOf = (time: Time): Clock => ({
  after: (ms, callback) => time.after(ms, callback),
  chance: Math.random,
});
