// Limits how long a request is retried while the server does not answer.

import { type Clock, backoffMs } from "@pictor/kernel";
import { startStopwatch, promptLimits } from "@pictor/prompt-life";

export interface RetryBudget {
  /** Milliseconds after which no further attempt begins. Default: `promptLimits.unreachableMs`. */
  readonly limitMs?: number;
  /** The most milliseconds that one pause and one attempt can take while the computer is awake. */
  readonly longestRoundMs: number;
}

/**
 * Begins the time of the budget. Returns a function that gives the milliseconds to wait before the next attempt;
 * undefined if that would begin after the limit.
 */
export function startRetries(
  clock: Clock,
  { limitMs = promptLimits.unreachableMs, longestRoundMs }: RetryBudget,
): () => number | undefined {
  const lap = startStopwatch(clock, longestRoundMs);
  let retries = 0;
  return () => {
    const ms = backoffMs(retries++);
    return lap() + ms > limitMs ? undefined : ms;
  };
}
