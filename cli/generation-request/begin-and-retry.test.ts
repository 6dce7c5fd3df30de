// The options --at, --in and --retry.

import { expect, it } from "vitest";
import { parseRetry } from "./retry-option.js";
import { parseBegin } from "./time-options.js";

const now = new Date(2026, 7, 31, 12, 0).getTime();
const minuteMs = 60_000;

it.each([
  [{}, undefined],
  [{ in: "90s" }, now + 90_000],
  [{ in: "30m" }, now + 30 * minuteMs],
  [{ in: "1.5h" }, now + 90 * minuteMs],
  [{ in: "1 d" }, now + 1_440 * minuteMs],
  [{ at: "18:30" }, now + 390 * minuteMs],
  [{ at: "9:00" }, new Date(2026, 8, 1, 9, 0).getTime()],
  [{ at: "2026-09-01T18:30" }, new Date(2026, 8, 1, 18, 30).getTime()],
  [{ at: "2026-09-01T18:30:00Z" }, Date.UTC(2026, 8, 1, 18, 30)],
])("%j is a time", (options, time) => {
  expect(parseBegin(options, now)).toBe(time);
});

it.each([
  [{ in: "soon" }, "--in: expected a duration"],
  [{ in: "-5m" }, "--in: expected a duration"],
  [{ at: "25:00" }, "--at: expected a time"],
  [{ at: "tomorrow" }, "--at: expected a time"],
  [{ at: "2026-13-01T10:00" }, "--at: expected a time"],
  [{ at: "2026-08-30T10:00" }, "has passed"],
])("%j is refused", (options, message) => {
  expect(() => parseBegin(options, now)).toThrow(message);
});

it("the rules of --retry are a policy", () => {
  expect(parseRetry(undefined)).toBeUndefined();
  expect(parseRetry(["out-of-memory=2", "lost=1"])).toEqual({
    outOfMemory: { attempts: 2 },
    lost: { attempts: 1 },
  });
  for (const rule of ["oom=2", "lost", "lost=0", "lost=11", "lost=x"])
    expect(() => parseRetry([rule])).toThrow(`found "${rule}"`);
});
