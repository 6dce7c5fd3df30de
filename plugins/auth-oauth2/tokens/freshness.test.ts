// When a token is fresh, stale or expired, also if the clock is changed.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freshness } from "./freshness.js";

const minute = 60_000;
const hour = 60 * minute;

describe("a token", () => {
  it.each<[string, number | null, number, string]>([
    ["with an hour, new", hour, 0, "fresh"],
    ["with an hour, just before its last minute", hour, hour - minute - 1, "fresh"],
    ["with an hour, in its last minute", hour, hour - minute, "stale"],
    ["with an hour, at its last millisecond", hour, hour - 1, "stale"],
    ["with an hour, afterwards", hour, hour, "expired"],
    ["with two minutes, before its last tenth", 2 * minute, 107_999, "fresh"],
    ["with two minutes, in its last tenth", 2 * minute, 108_000, "stale"],
    ["with no lifetime", 0, 0, "expired"],
    ["without an expiry, years later", null, 1e12, "unknown"],
    ["after the clock was set forward by hours", hour, 5 * hour, "expired"],
    ["after the clock was set back by seconds", hour, -30_000, "fresh"],
    ["after the clock was set back by hours", hour, -5 * hour, "stale"],
  ])("%s", (_situation, expiresAtMs, nowMs, expected) => {
    expect(freshness({ obtainedAtMs: 0, expiresAtMs }, nowMs)).toBe(expected);
  });

  it("is expired from its expiry on, and not before", () => {
    const time = fc.integer({ min: -1e13, max: 1e13 });
    fc.assert(
      fc.property(time, time, time, (obtainedAtMs, expiresAtMs, nowMs) => {
        const isExpired = freshness({ obtainedAtMs, expiresAtMs }, nowMs) === "expired";
        expect(isExpired).toBe(nowMs >= expiresAtMs);
      }),
    );
  });
});
