// A time limit for a call: the call is aborted when the limit is exceeded.

import { fault, type Clock } from "@pictor/kernel";

export interface Limit {
  readonly clock: Clock;
  /** The limit in milliseconds. */
  readonly ms: number;
  /** The caller's signal: ends the wait even if the call ignores the signal. */
  readonly signal: AbortSignal;
  /** The called server or file, for the error text. */
  readonly where: string;
}

/** Rejects with `BACKEND_UNREACHABLE` if there is no answer in time, and aborts the signal that `call` received. */
export function withLimit<T>(
  { clock, ms, signal, where }: Limit,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // A single promise, because a job limits several calls, most of which are answered from memory.
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    if (signal.aborted) controller.abort(signal.reason);
    const answer = call(controller.signal);
    const stop = (error: unknown): void => {
      cancel();
      controller.abort(error);
      reject(error);
    };
    const onAbort = (): void => {
      stop(signal.reason);
    };
    const cancel = clock.after(ms, () => {
      stop(fault("BACKEND_UNREACHABLE", { url: where, reason: `no answer within ${ms / 1000} s` }));
    });
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    answer.then(resolve, reject).finally(() => {
      cancel();
      signal.removeEventListener("abort", onAbort);
    });
  });
}
