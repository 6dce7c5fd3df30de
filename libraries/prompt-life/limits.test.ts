// How long the pauses between two readings are.

import { expect, it } from "vitest";
import { promptLimits, quietPauseMs, unansweredPauseMs } from "./limits.js";

it("a record is read less and less often while nothing changes, and up to a tenth earlier by chance", () => {
  const pauses = (random: number) =>
    [0, 1, 2, 3, 9].map((count) => quietPauseMs(count, promptLimits, random));
  expect(pauses(0)).toEqual([5_000, 7_500, 11_250, 15_000, 15_000]);
  expect(pauses(1)).toEqual([4_500, 6_750, 10_125, 13_500, 13_500]);
});

it("a server that does not answer is asked again soon, then each time later, and up to twice as early by chance", () => {
  const pauses = (random: number) =>
    [0, 1, 2, 99].map((count) => Math.round(unansweredPauseMs(count, promptLimits, random)));
  expect(pauses(1)).toEqual([400, 520, 676, 5_000]);
  expect(pauses(0)).toEqual([200, 260, 338, 2_500]);
});
