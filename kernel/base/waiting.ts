// Waiting: for work, for an abort, or for time, whichever comes first.

import type { Clock } from "./clock.js";

/** Settles as `work` does, or rejects with the signal's reason as soon as the signal is aborted; the work itself continues. */
export function raceAbort<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
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
 * A controller that is also aborted when one of `signals` is, until `release` is called. For short-lived work: every
 * `AbortSignal.any` leaves a reference in each of its source signals for as long as these live.
 */
export function linkedController(...signals: readonly (AbortSignal | undefined)[]): {
  readonly controller: AbortController;
  /** Removes the listeners; later aborts of the signals no longer reach the controller. */
  release(): void;
} {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort(signals.find((signal) => signal?.aborted)?.reason);
  };
  for (const signal of signals) signal?.addEventListener("abort", abort, { once: true });
  if (signals.some((signal) => signal?.aborted)) abort();
  return {
    controller,
    release: () => {
      for (const signal of signals) signal?.removeEventListener("abort", abort);
    },
  };
}

/** Settles as `work` does, or with what `expired` returns or throws when `ms` milliseconds have passed. */
export function withTimeout<T, Otherwise>(
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

/** Settles after `ms` milliseconds; rejects with the signal's reason when the signal is aborted. */
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
