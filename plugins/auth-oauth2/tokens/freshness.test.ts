// How long a token counts as fresh, stale, expired, whatever the clock does.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freshness } from "./freshness.js";

const minute = 60_000;
const hour = 60 * minute;

describe("a token", () => {
  it.each<[string, number | null, number, string]>([
    ["of an hour, new", hour, 0, "fresh"],
    ["of an hour, just before its last minute", hour, hour - minute - 1, "fresh"],
    ["of an hour, in its last minute", hour, hour - minute, "stale"],
    ["of an hour, at its last millisecond", hour, hour - 1, "stale"],
    ["of an hour, afterwards", hour, hour, "expired"],
    ["of two minutes, before its last tenth", 2 * minute, 107_999, "fresh"],
    ["of two minutes, in its last tenth", 2 * minute, 108_000, "stale"],
    ["of no time at all", 0, 0, "expired"],
    ["whose end nobody named, years later", null, 1e12, "unknown"],
    ["seen after the clock was set forward by hours", hour, 5 * hour, "expired"],
    ["seen after the clock was set back by seconds", hour, -30_000, "fresh"],
    ["seen after the clock was set back by hours", hour, -5 * hour, "stale"],
  ])("%s", (_situation, expiresAtMs, nowMs, expected) => {
    expect(freshness({ obtainedAtMs: 0, expiresAtMs }, nowMs)).toBe(expected);
  });

  it("is expired exactly from its true time on", () => {
    const time = fc.integer({ min: -1e13, max: 1e13 });
    fc.assert(
      fc.property(time, time, time, (obtainedAtMs, expiresAtMs, nowMs) => {
        const isExpired = freshness({ obtainedAtMs, expiresAtMs }, nowMs) === "expired";
        expect(isExpired).toBe(nowMs >= expiresAtMs);
      }),
    );
  });
});
