// Waiting, so that it can be ended.

import type { Clock } from "@pictor/kernel/plugin";

/** Settles as `promise` does, or rejects with the signal's reason; the work behind the promise goes on. */
export function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason);
    };
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener("abort", abort);
    });
  });
}

/** What `promise` settles with within `ms`, else undefined; it goes on. */
export function within<Value>(clock: Clock, ms: number, promise: Promise<Value>): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => {
      resolve(undefined);
    });
    promise.then(resolve, reject).finally(cancel);
  });
}
