// Runs that are interrupted, cancelled or removed from the queue, by the client itself or by another one. See cases.ts.

import type { FaultOf } from "@pictor/backend-embedded/testing";
import { lateRequestMs } from "./actions.js";
import type { Case } from "./case.js";
import { either, gone, interrupted } from "./expect.js";

/** Steps that take so many milliseconds. */
export const slow = (ms: number): FaultOf<"slow-steps"> => ({ kind: "slow-steps", ms });
/** Frames of a run that are sent before its sampler's third step. */
const midRun = 20;

export const cancelCases: readonly Case[] = [
  {
    name: "interrupted by another client",
    faults: [slow(400)],
    act: "another client interrupts",
    right: interrupted,
  },
  {
    name: "interrupted while the socket is down",
    faults: [{ kind: "drop-socket", afterFrames: midRun, times: 1 }, slow(400)],
    act: "another client interrupts after 1.2 s",
    right: interrupted,
  },
  { name: "cancelled while it runs", faults: [slow(400)], act: "cancel while it runs", right: interrupted },
  {
    name: "cancelled while it is submitted",
    faults: [{ kind: "late-request", ms: lateRequestMs }, slow(600)],
    act: "cancel while it is submitted",
    right: either(interrupted, gone),
    outageMs: lateRequestMs,
  },
  {
    name: "cancelled while it waits",
    faults: [slow(200)],
    act: "cancel while it waits",
    right: either(interrupted, gone),
  },
  {
    name: "cancelled while it waits, old server",
    faults: [{ kind: "old-server" }, slow(200)],
    act: "cancel while it waits",
    right: either(interrupted, gone),
  },
  {
    name: "deleted from the queue by another",
    faults: [slow(200)],
    act: "another client deletes it",
    right: gone,
  },
  {
    name: "queue cleared by another",
    faults: [slow(200)],
    act: "another client clears the queue",
    right: gone,
  },
];
