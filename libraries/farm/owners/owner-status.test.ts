// The owners in the status of a farm.

import { expect, it } from "vitest";
import { countByOwner, ownerStatuses } from "./owner-status.js";

it("lists those with waiting prompts first, then those whose prompts run, then those that are paused", () => {
  const waiting = countByOwner(["bert", undefined, "bert"]);
  const running = countByOwner(["anna", "bert"]);
  expect(ownerStatuses({ waiting, running, paused: new Set(["carl", "anna"]) })).toEqual([
    { owner: "bert", waiting: 2, running: 1 },
    { waiting: 1, running: 0 },
    { owner: "anna", waiting: 0, running: 1, isPaused: true },
    { owner: "carl", waiting: 0, running: 0, isPaused: true },
  ]);
});

it("names no owner for prompts without one that are paused", () => {
  expect(ownerStatuses({ waiting: new Map(), running: new Map(), paused: new Set([""]) })).toEqual([
    { waiting: 0, running: 0, isPaused: true },
  ]);
});
