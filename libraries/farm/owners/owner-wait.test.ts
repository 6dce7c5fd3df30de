// Whether the next prompt of an owner may begin.

import { expect, it } from "vitest";
import { ownerWait, type OwnerState } from "./owner-wait.js";

const owner = (more: Partial<OwnerState>): OwnerState => ({
  isPaused: false,
  running: 0,
  runningLimit: undefined,
  ...more,
});

it.each<[string, Partial<OwnerState>, string | undefined, number?]>([
  ["no limit", { running: 900 }, undefined],
  ["a limit that came after the prompt", { running: 900, runningLimit: 1 }, undefined],
  ["a newer limit than the prompt", { running: 2, runningLimit: 3 }, undefined, 2],
  [
    "no other limit than that of the prompt",
    { running: 2 },
    "as many prompts of the owner run as its limit allows: 2",
    2,
  ],
  ["fewer running prompts than its limit", { running: 1, runningLimit: 2 }, undefined, 2],
  [
    "as many as its limit",
    { running: 2, runningLimit: 2 },
    "as many prompts of the owner run as its limit allows: 2",
    2,
  ],
  [
    "more than a limit that was lowered",
    { running: 5, runningLimit: 1 },
    "as many prompts of the owner run as its limit allows: 1",
    1,
  ],
  ["been paused", { isPaused: true }, "the owner is paused, and its prompts wait"],
  ["been paused at its limit", { isPaused: true, running: 1, runningLimit: 1 }, "the owner is paused", 1],
])("an owner that has %s", (_what, more, detail, ownLimit) => {
  const wait = ownerWait(owner(more), ownLimit);
  if (detail === undefined) expect(wait).toBeUndefined();
  else expect(wait?.detail).toContain(detail);
});
