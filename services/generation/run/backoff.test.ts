// The pause before another attempt.

import { expect, it } from "vitest";
import { backoffMs } from "@pictor/kernel";

it("doubles up to ten seconds", () => {
  expect([0, 1, 2, 5, 6, 50].map((attempt) => backoffMs(attempt, () => 1))).toEqual([
    250, 500, 1000, 8000, 10_000, 10_000,
  ]);
});

it("is chance for one half of it", () => {
  expect([backoffMs(0, () => 0), backoffMs(0, () => 1)]).toEqual([125, 250]);
});
