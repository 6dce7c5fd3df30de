// Delays of retries.

import { expect, it } from "vitest";
import { backoffMs } from "./backoff.js";

it("doubles with each attempt, up to ten seconds", () => {
  expect([0, 1, 2, 5, 6, 50].map((attempt) => backoffMs(attempt, () => 1))).toEqual([
    250, 500, 1000, 8000, 10_000, 10_000,
  ]);
});

it("is reduced by chance by up to a half", () => {
  expect([backoffMs(0, () => 0), backoffMs(0, () => 1)]).toEqual([125, 250]);
});
