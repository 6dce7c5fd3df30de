// The health of a member: pauses that grow with the failures, and end with a prompt that has ended there.

import { expect, it } from "vitest";
import { nextHealth, retryAfterMs, unchecked, type Health } from "./health.js";

const failed = (now: number) => ({ type: "failed", reason: "no answer", now, random: 1 }) as const;

it("waits 1, 2, 4, ... 60 seconds, less up to half of it", () => {
  expect([0, 1, 2, 3, 9, 50].map((failures) => retryAfterMs(failures, 1))).toEqual([
    1_000, 2_000, 4_000, 8_000, 60_000, 60_000,
  ]);
  expect(retryAfterMs(3, 0)).toBe(4_000);
});

it("counts failures at the same time once", () => {
  const first = nextHealth(unchecked, failed(0));
  expect(nextHealth(first, failed(10))).toBe(first);
  expect(nextHealth(first, failed(1_000))).toMatchObject({ failures: 2, retryAt: 3_000 });
});

it("remembers the failures of a member that answers and fails again, until a prompt has ended there", () => {
  const apply = (health: Health, ...inputs: readonly Parameters<typeof nextHealth>[1][]): Health =>
    inputs.reduce(nextHealth, health);
  const unsteady = apply(unchecked, failed(0), { type: "answered" }, failed(5_000));
  expect(unsteady).toMatchObject({ failures: 2, retryAt: 7_000 });
  const proven = apply(unsteady, { type: "answered" }, { type: "proven" }, failed(20_000));
  expect(proven).toMatchObject({ failures: 1, retryAt: 21_000 });
});
