// Waiting for work with a time limit.

import { pause, type Clock } from "@pictor/kernel/plugin";

/** What `work` settles with within `ms` milliseconds, else undefined; the work itself continues. */
export async function settledWithin<Value>(
  clock: Clock,
  ms: number,
  work: Promise<Value>,
): Promise<Value | undefined> {
  const expiry = new AbortController();
  try {
    return await Promise.race([work, pause(clock, ms, expiry.signal).then(() => undefined)]);
  } finally {
    expiry.abort();
  }
}
