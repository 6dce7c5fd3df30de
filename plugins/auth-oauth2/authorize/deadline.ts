// Work that ends in time: by itself, by its limit, or because it is cancelled.

import type { Clock } from "@pictor/kernel/plugin";

export interface Limits {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly timedOut: () => Error;
}

/** Rejects with `timedOut()`, or with the signal's reason. Timer and listener are gone when it settles. */
export function within<Value>(work: Promise<Value>, limits: Limits): Promise<Value> {
  const { clock, signal, timeoutMs, timedOut } = limits;
  return new Promise<Value>((resolve, reject) => {
    const cancelTimer = clock.after(timeoutMs, () => {
      end(() => {
        reject(timedOut());
      });
    });
    const abort = (): void => {
      end(() => {
        reject(signal.reason);
      });
    };
    function end(settle: () => void): void {
      cancelTimer();
      signal.removeEventListener("abort", abort);
      settle();
    }
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    work.then(
      (value) => {
        end(() => {
          resolve(value);
        });
      },
      (error: unknown) => {
        end(() => {
          reject(error);
        });
      },
    );
  });
}
