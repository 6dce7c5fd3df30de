// Retries an idempotent request while the server does not answer.

import { pause, reasonOf, type Clock, isOutage } from "@pictor/kernel";
import type { JobInput } from "../state/job-state.js";
import { startRetries } from "./retry-budget.js";

/** Milliseconds of the longest backoff and one request, which `GuardedBackend` limits to 30 s. */
const longestRoundMs = 40_000;

interface Retrying {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Tells the job of the outage and of its end. Default: nobody is told. */
  dispatch?(input: JobInput): void;
}

/**
 * Repeats a request during an outage, which the job then shows. Rejects with the latest failure after a minute, or at once with
 * an error that is not an outage.
 */
export async function retryDuringOutage<T>(
  request: () => Promise<T>,
  { clock, signal, dispatch }: Retrying,
): Promise<T> {
  let isTold = false;
  const nextDelayMs = startRetries(clock, { longestRoundMs });
  for (;;) {
    try {
      const answer = await request();
      if (isTold) dispatch?.({ type: "outage" });
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      const ms = isOutage(error) ? nextDelayMs() : undefined;
      if (ms === undefined) throw error;
      if (!isTold) dispatch?.({ type: "outage", reason: reasonOf(error).replace(/\.$/, "") });
      isTold = true;
      await pause(clock, ms, signal);
    }
  }
}
