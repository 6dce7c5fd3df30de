// The waits between polls, for single results and for arbitrary sequences.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstSchedule, nextSchedule, nextStep } from "./poll-schedule.js";
import type { UnfinishedPoll } from "./poll-schedule.js";

const pending: UnfinishedPoll = { kind: "pending" };
const slowDown = (retryAfterS?: number): UnfinishedPoll => ({ kind: "slow-down", retryAfterS });
const noResponse = (retryAfterS?: number): UnfinishedPoll => ({ kind: "no-response", retryAfterS });

/** The wait before the first poll and after each of `polls`, in seconds. */
function waits(intervalS: number, polls: readonly UnfinishedPoll[]): readonly number[] {
  let schedule = firstSchedule(intervalS);
  const rest = polls.map((poll) => (schedule = nextSchedule(schedule, poll)).waitMs / 1_000);
  return [firstSchedule(intervalS).waitMs / 1_000, ...rest];
}

describe("the waits, in seconds", () => {
  it.each<[string, number, readonly UnfinishedPoll[], readonly number[]]>([
    ["stay the same while the result is pending", 5, [pending, pending, pending], [5, 5, 5, 5]],
    ["follow the interval of the server", 12, [pending], [12, 12]],
    ["grow by five with slow_down, permanently", 5, [slowDown(), pending, pending], [5, 10, 10, 10]],
    ["grow with each slow_down", 5, [slowDown(), slowDown(), pending], [5, 10, 15, 15]],
    ["follow a longer Retry-After once", 5, [slowDown(30), pending], [5, 30, 10]],
    ["ignore a shorter Retry-After", 5, [slowDown(3), slowDown(0)], [5, 10, 15]],
    ["double without a response", 5, [noResponse(), noResponse(), pending], [5, 10, 20, 20]],
    ["double up to a minute", 20, [noResponse(), noResponse(), noResponse()], [20, 40, 60, 60]],
    ["follow a longer Retry-After without a response", 5, [noResponse(90), pending], [5, 90, 10]],
    ["never become shorter than the interval of the server", 120, [noResponse(), pending], [120, 120, 120]],
    ["add five after doubling", 5, [noResponse(), slowDown(), pending], [5, 10, 15, 15]],
  ])("%s", (_situation, intervalS, polls, expected) => {
    expect(waits(intervalS, polls)).toEqual(expected);
  });

  it("are never shorter than the interval, which never becomes shorter", () => {
    const poll = fc.oneof(
      fc.constant(pending),
      fc.option(fc.nat({ max: 900 }), { nil: undefined }).map(slowDown),
      fc.option(fc.nat({ max: 900 }), { nil: undefined }).map(noResponse),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), fc.array(poll), (intervalS, polls) => {
        let schedule = firstSchedule(intervalS);
        for (const each of polls) {
          const { intervalMs } = schedule;
          schedule = nextSchedule(schedule, each);
          expect(schedule.intervalMs).toBeGreaterThanOrEqual(intervalMs);
          expect(schedule.waitMs).toBeGreaterThanOrEqual(schedule.intervalMs);
        }
      }),
    );
  });
});

describe("the expiry of the device code", () => {
  const schedule = firstSchedule(5);
  it.each([
    ["is far ahead", 0, 60_000, { waitMs: 5_000, then: "poll" }],
    ["comes a moment after the next poll", 0, 5_001, { waitMs: 5_000, then: "poll" }],
    ["comes with the next poll", 0, 5_000, { waitMs: 5_000, then: "expire" }],
    ["comes before the next poll", 58_000, 60_000, { waitMs: 2_000, then: "expire" }],
    ["has passed", 61_000, 60_000, { waitMs: 0, then: "expire" }],
  ])("%s", (_situation, nowMs, expiresAtMs, expected) => {
    expect(nextStep(schedule, nowMs, expiresAtMs)).toEqual(expected);
  });
});
