// Whether the next prompt of an owner may begin.

import { expect, it } from "vitest";
import { ownerWait, type OwnerState } from "./owner-wait.js";

const owner = (more: Partial<OwnerState>): OwnerState => ({
  isPaused: false,
  running: 0,
  runningLimit: undefined,
  ...more,
});

it.each<[string, Partial<OwnerState>, string | undefined]>([
  ["no limit", { running: 900 }, undefined],
  ["fewer running prompts than its limit", { running: 1, runningLimit: 2 }, undefined],
  [
    "as many as its limit",
    { running: 2, runningLimit: 2 },
    "as many prompts of the owner run as its limit allows: 2",
  ],
  [
    "more than a limit that was lowered",
    { running: 5, runningLimit: 1 },
    "as many prompts of the owner run as its limit allows: 1",
  ],
  ["been paused", { isPaused: true }, "the owner is paused, and its prompts wait"],
  ["been paused at its limit", { isPaused: true, running: 1, runningLimit: 1 }, "the owner is paused"],
])("an owner that has %s", (_what, more, detail) => {
  const wait = ownerWait(owner(more));
  if (detail === undefined) expect(wait).toBeUndefined();
  else expect(wait?.detail).toContain(detail);
});
