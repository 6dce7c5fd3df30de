// Whether an owner may submit, from its quota and from what it has already.

import { expect, it } from "vitest";
import { decideQuota, isPriorityAllowed, quotaOf, usualPriority, type OwnerUsage } from "./decide-quota.js";

const idle: OwnerUsage = { waiting: 0, running: 0, submittedAtMs: [] };
const nowMs = 100_000;
const admitted = { kind: "admitted" };

it.each([
  ["no limit", {}, { waiting: 900, running: 90, submittedAtMs: Array<number>(99).fill(nowMs) }, 1, admitted],
  ["room for the last one", { waiting: 3 }, { ...idle, waiting: 2, running: 9 }, 1, admitted],
  [
    "no room among those that wait",
    { waiting: 3 },
    { ...idle, waiting: 3 },
    1,
    { kind: "reached", of: "waiting", limit: 3, found: 3, seconds: 10 },
  ],
  [
    "no room for all batches",
    { waiting: 5 },
    { ...idle, waiting: 3 },
    3,
    { kind: "reached", of: "waiting", limit: 5, found: 3, seconds: 10 },
  ],
  ["more batches than ever fit", { waiting: 5 }, idle, 6, { kind: "tooLarge", of: "waiting", limit: 5 }],
  [
    "running prompts, which count as unfinished ones",
    { waiting: 9, unfinished: 4 },
    { ...idle, waiting: 1, running: 3 },
    1,
    { kind: "reached", of: "unfinished", limit: 4, found: 4, seconds: 10 },
  ],
  [
    "a minute since the oldest submission",
    { submissionsPerMinute: 2 },
    { ...idle, submittedAtMs: [40_000, 90_000] },
    1,
    admitted,
  ],
  [
    "less than a minute since the oldest submission",
    { submissionsPerMinute: 2 },
    { ...idle, submittedAtMs: [30_000, 40_001, 90_000] },
    1,
    { kind: "reached", of: "submissionsPerMinute", limit: 2, found: 2, seconds: 1 },
  ],
  [
    "submissions in quick succession",
    { submissionsPerMinute: 1 },
    { ...idle, submittedAtMs: [99_000] },
    1,
    { kind: "reached", of: "submissionsPerMinute", limit: 1, found: 1, seconds: 59 },
  ],
] as const)("with %s", (_name, quota, usage, prompts, decision) => {
  expect(decideQuota(quotaOf(quota), usage, prompts, nowMs)).toEqual(decision);
});

it("the limits of a token count in place of those of all tokens, one by one", () => {
  expect(quotaOf({ waiting: 5, unfinished: 9 }, { waiting: 50 })).toEqual({ waiting: 50, unfinished: 9 });
  expect(quotaOf(undefined, undefined)).toEqual({});
});

it("an owner may give the priorities of its quota, and all without one", () => {
  const allowed = [{}, { priorities: ["normal", "low"] }] as const;
  expect(allowed.map((quota) => isPriorityAllowed(quota, "high"))).toEqual([true, false]);
  expect(allowed.map((quota) => isPriorityAllowed(quota, "low"))).toEqual([true, true]);
});

it("a submission that names no priority has the usual one that its owner may choose", () => {
  expect(usualPriority({})).toBe("normal");
  expect(usualPriority({ priorities: ["low", "normal"] })).toBe("normal");
  expect(usualPriority({ priorities: ["low"] })).toBe("low");
});
