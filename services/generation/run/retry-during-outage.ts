// Retries an idempotent request while the server does not answer.

import { pause, type Clock, isOutage } from "@pictor/kernel";
import { startRetries } from "./retry-budget.js";

/** Milliseconds of the longest backoff and one request, which `GuardedBackend` limits to 30 s. */
const longestRoundMs = 40_000;

/**
 * Repeats a request during an outage. Rejects with the latest failure after a minute, or at once with an error that is
 * not an outage.
 */
export async function retryDuringOutage<T>(
  request: () => Promise<T>,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<T> {
  const nextDelayMs = startRetries(clock, { longestRoundMs });
  for (;;) {
    try {
      return await request();
    } catch (error) {
      signal.throwIfAborted();
      const ms = isOutage(error) ? nextDelayMs() : undefined;
      if (ms === undefined) throw error;
      await pause(clock, ms, signal);
    }
  }
}
