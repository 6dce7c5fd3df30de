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

/** Settles after `ms` milliseconds, or rejects with the signal's reason as soon as it is aborted. */
export function pause(clock: Time, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      cancel();
      reject(signal?.reason as Error);
    };
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener("abort", abort);
      resolve();
    });
    if (signal?.aborted === true) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}
