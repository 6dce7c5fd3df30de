// Waits for work, an abort, or time.

import type { Clock } from "./clock.js";

/**
 * Settles as `work` does, or rejects with the reason of the signal as soon as it is aborted. The work itself continues.
 */
export function raceAbort<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason);
    };
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/**
 * A controller that is also aborted when one of `signals` is, until `release` is called. Unlike `AbortSignal.any`, it
 * leaves no reference in long-lived source signals.
 */
export function linkedController(...signals: readonly (AbortSignal | undefined)[]): {
  readonly controller: AbortController;
  /** Removes the listeners. Later aborts of the signals no longer reach the controller. */
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

/** Settles as `work` does, or, after `ms` milliseconds, as the call of `expired` does. */
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

/** Resolves after `ms` milliseconds; rejects with the reason of the signal. */
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
