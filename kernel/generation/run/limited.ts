// A question to the backend with a limit: what is no longer waited for is ended too.

import { fault } from "../../errors/catalogue.js";
import type { Clock } from "../../hooks/clock.js";
import { abortedWith, until, within } from "../../hooks/settle.js";

export interface Limit {
  readonly clock: Clock;
  readonly ms: number;
  /** The caller's; it ends the waiting, whether or not the question listens. */
  readonly signal: AbortSignal;
  /** Who is asked, for the words of the error. */
  readonly where: string;
}

/** Rejects with `BACKEND_UNREACHABLE` when there is no answer in time; the question's signal is aborted then. */
export function limited<T>(
  { clock, ms, signal, where }: Limit,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { controller: asking, letGo } = abortedWith(signal);
  const answer = ask(asking.signal).finally(letGo);
  return within(clock, ms, until(signal, answer), () => {
    const error = fault("BACKEND_UNREACHABLE", { url: where, reason: `no answer within ${ms / 1000} s` });
    asking.abort(error);
    throw error;
  });
}
