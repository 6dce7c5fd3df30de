// How often, and for how long, a request is retried while the server is away.

import { type Clock, backoffMs } from "@pictor/kernel";
import { unreachableMs } from "../state/time-limits.js";
import { createStopwatch } from "./stopwatch.js";

export interface RetryBudgetOptions {
  /** Milliseconds after which no further attempt begins. Default: `unreachableMs`. */
  readonly limitMs?: number;
  /** The most that one pause and one attempt can take while the computer is awake. Milliseconds. */
  readonly longestRoundMs: number;
}

export interface RetryBudget {
  /** Milliseconds to wait before the next attempt; undefined when that attempt would begin after the limit. */
  nextDelayMs(): number | undefined;
}

/** The budget starts to run when it is created. */
export function createRetryBudget(clock: Clock, options: RetryBudgetOptions): RetryBudget {
  const { limitMs = unreachableMs, longestRoundMs } = options;
  const elapsed = createStopwatch(clock, longestRoundMs);
  let retries = 0;
  return {
    nextDelayMs() {
      const ms = backoffMs(retries++);
      return elapsed.lap() + ms > limitMs ? undefined : ms;
    },
  };
}
