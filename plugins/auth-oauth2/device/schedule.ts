// When to poll next (RFC 8628 section 3.5): the waits between polls, as a function of what the last one brought.

import type { DevicePoll } from "../protocol/types.js";

/** What does not end the polling. */
export type UnfinishedPoll = Extract<DevicePoll, { readonly kind: "pending" | "slow-down" | "no-answer" }>;

export interface Pace {
  /** In force for this and all later polls. Milliseconds. */
  readonly intervalMs: number;
  /** From the end of the last answer to the next poll: the interval, or a longer Retry-After. Milliseconds. */
  readonly waitMs: number;
}

const slowDownMs = 5_000;
/** Doubling stops here; an interval that the server made longer stays. */
const longestDoubledMs = 60_000;
/** Timers hold no more (32 bits); a longer wait would fire at once. */
const longestWaitMs = 2 ** 31 - 1;

/** The first poll waits one interval, too: nobody has read the code yet (RFC 8628 section 3.4). */
export const firstPace = (intervalS: number): Pace => ({
  intervalMs: intervalS * 1_000,
  waitMs: intervalS * 1_000,
});

function nextIntervalMs(intervalMs: number, poll: UnfinishedPoll): number {
  switch (poll.kind) {
    case "pending":
      return intervalMs;
    case "slow-down":
      return intervalMs + slowDownMs;
    case "no-answer":
      return Math.max(intervalMs, Math.min(2 * intervalMs, longestDoubledMs));
  }
}

/** The pace after a poll. Intervals only grow; a Retry-After counts for the next wait alone. */
export function nextPace({ intervalMs }: Pace, poll: UnfinishedPoll): Pace {
  const nextMs = nextIntervalMs(intervalMs, poll);
  const retryAfterMs = poll.kind === "pending" ? 0 : (poll.retryAfterS ?? 0) * 1_000;
  return { intervalMs: nextMs, waitMs: Math.min(Math.max(nextMs, retryAfterMs), longestWaitMs) };
}

/** How long to wait, and whether a poll follows: never at or after the end of the code's life. */
export function untilPoll(
  { waitMs }: Pace,
  nowMs: number,
  expiresAtMs: number,
): { readonly waitMs: number; readonly then: "poll" | "expire" } {
  const leftMs = Math.max(0, expiresAtMs - nowMs);
  return waitMs < leftMs ? { waitMs, then: "poll" } : { waitMs: leftMs, then: "expire" };
}
