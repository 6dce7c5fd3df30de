// Promises that settle in every case: when the work does, when it is stopped, or when its time is up.

import type { Clock } from "./clock.js";

/** Settles as `work` does, or rejects with the signal's reason as soon as it is aborted; the work itself goes on. */
export function until<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason);
    };
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener("abort", abort);
    });
  });
}

/**
 * A controller that is aborted with each of `signals` as well, until it is let go. For what is short beside them: each
 * `AbortSignal.any` leaves something behind in the signals that it was made of, for as long as they live.
 */
export function abortedWith(...signals: readonly (AbortSignal | undefined)[]): {
  readonly controller: AbortController;
  /** From now on the signals do not reach it any more. */
  letGo(): void;
} {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort(signals.find((signal) => signal?.aborted)?.reason);
  };
  for (const signal of signals) signal?.addEventListener("abort", abort, { once: true });
  if (signals.some((signal) => signal?.aborted)) abort();
  return {
    controller,
    letGo: () => {
      for (const signal of signals) signal?.removeEventListener("abort", abort);
    },
  };
}

/** Settles as `work` does, or as `expired` says (by its value, or by throwing) when `ms` milliseconds have passed. */
export function within<T, Otherwise>(
  clock: Clock,
  ms: number,
  work: Promise<T>,
  expired: () => Otherwise,
): Promise<T | Otherwise> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => {
      try {
        resolve(expired());
      } catch (error) {
        reject(error);
      }
    });
    work.then(resolve, reject).finally(cancel);
  });
}

/** Settles after `ms`; rejects with the signal's reason when it is aborted. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    const abort = (): void => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener("abort", abort);
      resolve();
    });
    signal?.addEventListener("abort", abort, { once: true });
  });
}
