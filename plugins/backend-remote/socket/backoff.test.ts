// The pause before an attempt.

import { expect, test } from "vitest";
import { longestPauseMs, pauseMs } from "./backoff.js";

test("it doubles up to its limit", () => {
  expect([0, 1, 2, 5, 6, 50].map((failures) => pauseMs(failures, 1))).toEqual([
    250,
    500,
    1000,
    8000,
    10_000,
    longestPauseMs,
  ]);
});

test("half of it is chance", () => {
  expect([pauseMs(0, 0), pauseMs(0, 1)]).toEqual([125, 250]);
});
