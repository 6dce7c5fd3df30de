// Computes when to poll next (RFC 8628 section 3.5) from the result of the previous poll.

import type { DevicePollResult } from "../protocol/device-grant.js";

/** The results after which polling continues. */
export type UnfinishedPoll = Extract<
  DevicePollResult,
  { readonly kind: "pending" | "slow-down" | "no-response" }
>;

export interface PollSchedule {
  /** The interval for this and all later polls. */
  readonly intervalMs: number;
  /** From the end of the previous response to the next poll: the interval, or a longer Retry-After. */
  readonly waitMs: number;
}

const slowDownMs = 5_000;
/** The interval is not doubled beyond this; a longer one that the server requested stays. */
const maxDoubledMs = 60_000;

/** The first poll comes after one interval, because no user can confirm the code at once (RFC 8628 section 3.4). */
export const firstSchedule = (intervalS: number): PollSchedule => ({
  intervalMs: intervalS * 1_000,
  waitMs: intervalS * 1_000,
});

function nextIntervalMs(intervalMs: number, poll: UnfinishedPoll): number {
  switch (poll.kind) {
    case "pending":
      return intervalMs;
    case "slow-down":
      return intervalMs + slowDownMs;
    case "no-response":
      return Math.max(intervalMs, Math.min(2 * intervalMs, maxDoubledMs));
  }
}

/** The schedule after a poll. The interval never becomes shorter; a Retry-After affects the next wait only. */
export function nextSchedule({ intervalMs }: PollSchedule, poll: UnfinishedPoll): PollSchedule {
  const nextMs = nextIntervalMs(intervalMs, poll);
  const retryAfterMs = poll.kind === "pending" ? 0 : (poll.retryAfterS ?? 0) * 1_000;
  return { intervalMs: nextMs, waitMs: Math.max(nextMs, retryAfterMs) };
}

/** How long to wait, and whether a poll follows the wait. There is no poll at or after the expiry of the device code. */
export function nextStep(
  { waitMs }: PollSchedule,
  nowMs: number,
  expiresAtMs: number,
): { readonly waitMs: number; readonly then: "poll" | "expire" } {
  const remainingMs = Math.max(0, expiresAtMs - nowMs);
  return waitMs < remainingMs ? { waitMs, then: "poll" } : { waitMs: remainingMs, then: "expire" };
}
