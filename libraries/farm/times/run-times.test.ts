// Measured times and the estimates from them.

import { expect, it } from "vitest";
import { isTimed, loadMsOf, noteRun, noteStep, noTimes, restMsOf, runMsOf, stepMsOf } from "./run-times.js";

it("estimates nothing before the first measurement", () => {
  expect(restMsOf(noTimes, "a", { elapsedMs: 5, stepsLeft: 3 })).toBeUndefined();
  expect(loadMsOf(noTimes, "a")).toBeUndefined();
});

it("smooths the measurements", () => {
  const times = noteStep(noteStep(noTimes, "a", 100), "a", 200);
  expect(stepMsOf(times, "a")).toBe(130);
  expect(stepMsOf(times, "b")).toBeUndefined();
});

it("knows the time of a load from runs with and without one", () => {
  const times = noteRun(noteRun(noTimes, "a", 5_000, true), "a", 1_000, false);
  expect(runMsOf(times, "a")).toBe(1_000);
  expect(loadMsOf(times, "a")).toBe(4_000);
});

it("a run counts unless the server has answered it from its cache", () => {
  const succeeded = { state: "succeeded", outputs: [] } as const;
  const cached = { ...succeeded, cached: ["1"] };
  expect(isTimed(succeeded, {})).toBe(true);
  expect(isTimed(cached, {})).toBe(false);
  expect(isTimed(cached, { steps: { value: 20 } })).toBe(true);
  expect(isTimed({ state: "interrupted", outputs: [] }, {})).toBe(false);
});

it("estimates the rest of a run from its steps, else from its time so far", () => {
  const times = noteRun(noteStep(noTimes, "a", 100), "a", 1_000, false);
  expect(restMsOf(times, "a", { elapsedMs: 300, stepsLeft: 4 })).toBe(400);
  expect(restMsOf(times, "a", { elapsedMs: 300 })).toBe(700);
  expect(restMsOf(times, "a", { elapsedMs: 3_000 })).toBe(0);
});

it("keeps the times of the latest 200 lists of models", () => {
  let times = noTimes;
  for (let models = 0; models < 250; models++) times = noteRun(times, String(models), 1, false);
  expect(times.size).toBe(200);
  expect(runMsOf(times, "249")).toBe(1);
});
