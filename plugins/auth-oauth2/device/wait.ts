// Waiting that a cancel ends at once.

import type { Clock } from "@pictor/kernel/plugin";

/** Settles as `work` does, or rejects at once with the signal's reason; what `work` brings after that is dropped. */
export function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason);
    };
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener("abort", abort);
    });
  });
}

/** Settles after `ms` milliseconds. A cancel rejects with the signal's reason and leaves no timer behind. */
export async function wait(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  let stop = (): void => undefined;
  const elapsed = new Promise<void>((resolve) => {
    stop = clock.after(ms, resolve);
  });
  await unlessAborted(elapsed, signal).finally(stop);
}
