// The waits between two polls, one situation at a time and in any order.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstPace, nextPace, untilPoll } from "./schedule.js";
import type { UnfinishedPoll } from "./schedule.js";

const pending: UnfinishedPoll = { kind: "pending" };
const slowDown = (retryAfterS?: number): UnfinishedPoll => ({ kind: "slow-down", retryAfterS });
const noAnswer = (retryAfterS?: number): UnfinishedPoll => ({ kind: "no-answer", retryAfterS });

/** The wait before the first poll and after each of `polls`, in seconds. */
function waits(intervalS: number, polls: readonly UnfinishedPoll[]): readonly number[] {
  let pace = firstPace(intervalS);
  const rest = polls.map((poll) => (pace = nextPace(pace, poll)).waitMs / 1_000);
  return [firstPace(intervalS).waitMs / 1_000, ...rest];
}

describe("the waits, in seconds", () => {
  it.each<[string, number, readonly UnfinishedPoll[], readonly number[]]>([
    ["stay the same while the answer is pending", 5, [pending, pending, pending], [5, 5, 5, 5]],
    ["are those the server asks for", 12, [pending], [12, 12]],
    ["grow by five with slow_down, for good", 5, [slowDown(), pending, pending], [5, 10, 10, 10]],
    ["grow with each slow_down", 5, [slowDown(), slowDown(), pending], [5, 10, 15, 15]],
    ["follow a longer Retry-After once", 5, [slowDown(30), pending], [5, 30, 10]],
    ["ignore a shorter Retry-After", 5, [slowDown(3), slowDown(0)], [5, 10, 15]],
    ["double when nobody answers", 5, [noAnswer(), noAnswer(), pending], [5, 10, 20, 20]],
    ["double up to a minute", 20, [noAnswer(), noAnswer(), noAnswer()], [20, 40, 60, 60]],
    ["follow a longer Retry-After of a busy server", 5, [noAnswer(90), pending], [5, 90, 10]],
    ["never shrink below what the server asks for", 120, [noAnswer(), pending], [120, 120, 120]],
    ["add five after doubling", 5, [noAnswer(), slowDown(), pending], [5, 10, 15, 15]],
    ["fit into a timer, whatever Retry-After says", 5, [slowDown(1e12)], [5, (2 ** 31 - 1) / 1_000]],
  ])("%s", (_situation, intervalS, polls, expected) => {
    expect(waits(intervalS, polls)).toEqual(expected);
  });

  it("are never shorter than before, except for a Retry-After, and never shorter than the interval", () => {
    const poll = fc.oneof(
      fc.constant(pending),
      fc.option(fc.nat({ max: 900 }), { nil: undefined }).map(slowDown),
      fc.option(fc.nat({ max: 900 }), { nil: undefined }).map(noAnswer),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), fc.array(poll), (intervalS, polls) => {
        let pace = firstPace(intervalS);
        for (const each of polls) {
          const { intervalMs } = pace;
          pace = nextPace(pace, each);
          expect(pace.intervalMs).toBeGreaterThanOrEqual(intervalMs);
          expect(pace.waitMs).toBeGreaterThanOrEqual(pace.intervalMs);
        }
      }),
    );
  });
});

describe("the end of the code's life", () => {
  const pace = firstPace(5);
  it.each([
    ["lies far ahead", 0, 60_000, { waitMs: 5_000, then: "poll" }],
    ["comes a moment after the next poll", 0, 5_001, { waitMs: 5_000, then: "poll" }],
    ["comes with the next poll", 0, 5_000, { waitMs: 5_000, then: "expire" }],
    ["comes before the next poll", 58_000, 60_000, { waitMs: 2_000, then: "expire" }],
    ["is past", 61_000, 60_000, { waitMs: 0, then: "expire" }],
  ])("%s", (_situation, nowMs, expiresAtMs, expected) => {
    expect(untilPoll(pace, nowMs, expiresAtMs)).toEqual(expected);
  });
});
