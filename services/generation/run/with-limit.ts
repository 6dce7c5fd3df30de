// A question to the backend with a limit: what is no longer waited for is ended too.

import { fault, type Clock, linkedController, raceAbort, withTimeout } from "@pictor/kernel";

export interface Limit {
  readonly clock: Clock;
  readonly ms: number;
  /** The caller's; it ends the waiting, whether or not the question listens. */
  readonly signal: AbortSignal;
  /** Who is asked, for the words of the error. */
  readonly where: string;
}

/** Rejects with `BACKEND_UNREACHABLE` when there is no answer in time; the question's signal is aborted then. */
export function withLimit<T>(
  { clock, ms, signal, where }: Limit,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { controller: asking, release } = linkedController(signal);
  const answer = ask(asking.signal).finally(release);
  return withTimeout(clock, ms, raceAbort(signal, answer), () => {
    const error = fault("BACKEND_UNREACHABLE", { url: where, reason: `no answer within ${ms / 1000} s` });
    asking.abort(error);
    throw error;
  });
}
