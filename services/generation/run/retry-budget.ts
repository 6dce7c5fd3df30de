// Limits how long a request is retried while the server does not answer.

import { type Clock, backoffMs } from "@pictor/kernel";
import { createStopwatch, promptLimits } from "@pictor/prompt-life";

export interface RetryBudgetOptions {
  /** Milliseconds after which no further attempt begins. Default: `promptLimits.unreachableMs`. */
  readonly limitMs?: number;
  /** The most milliseconds that one pause and one attempt can take while the computer is awake. */
  readonly longestRoundMs: number;
}

export interface RetryBudget {
  /** Milliseconds to wait before the next attempt; undefined if that attempt would begin after the limit. */
  nextDelayMs(): number | undefined;
}

/** Creates a budget, whose time starts at once. */
export function createRetryBudget(clock: Clock, options: RetryBudgetOptions): RetryBudget {
  const { limitMs = promptLimits.unreachableMs, longestRoundMs } = options;
  const elapsed = createStopwatch(clock, longestRoundMs);
  let retries = 0;
  return {
    nextDelayMs() {
      const ms = backoffMs(retries++);
      return elapsed.lap() + ms > limitMs ? undefined : ms;
    },
  };
}
