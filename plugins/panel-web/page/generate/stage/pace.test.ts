// The pace of a job with fixed times: time left, steps in a second.

import { expect, it } from "vitest";
import { paceText, remainingMs, stepsPerSecond, withSample, type Sample } from "./pace.js";

const at = (value: number, overall: number, more: Partial<Sample> = {}) => ({
  node: "KSampler",
  batch: 0,
  max: 20,
  value,
  overall,
  ...more,
});
const run = (steps: readonly (readonly [number, ReturnType<typeof at>])[]): readonly Sample[] =>
  steps.reduce<readonly Sample[]>((samples, [ms, progress]) => withSample(samples, progress, ms), []);

it("the time left follows from the progress of the last seconds, and counts down between two steps", () => {
  const samples = run([
    [0, at(1, 0.1)],
    [1000, at(3, 0.2)],
    [2000, at(5, 0.3)],
  ]);
  expect(remainingMs(samples, 2000)).toBeCloseTo(7000);
  expect(remainingMs(samples, 2500)).toBeCloseTo(6500);
  expect(remainingMs(samples, 60_000)).toBe(0);
  expect(stepsPerSecond(samples)).toBeCloseTo(2);
});

it("nothing is said before there is something to say", () => {
  expect(remainingMs([], 0)).toBeUndefined();
  expect(remainingMs(run([[0, at(1, 0.1)]]), 5000)).toBeUndefined();
  const short = run([
    [0, at(1, 0.1)],
    [20, at(2, 0.15)],
  ]);
  expect(remainingMs(short, 20)).toBeUndefined();
  expect(stepsPerSecond(short)).toBeUndefined();
  expect(stepsPerSecond(run([[0, at(1, 1, { max: 1 })]]))).toBeUndefined();
});

it("a slow start does not count for ever, and the steps are those of the current node", () => {
  const samples = run([
    [0, at(0, 0.01, { node: "Load", max: 1 })],
    [30_000, at(1, 0.1)],
    [32_000, at(3, 0.3)],
  ]);
  expect(samples).toHaveLength(2);
  expect(remainingMs(samples, 32_000)).toBeCloseTo(7000);
  expect(stepsPerSecond(samples)).toBeCloseTo(1);
});

it("the same progress is no new sample, and another job begins anew", () => {
  const samples = run([
    [0, at(5, 0.5)],
    [900, at(5, 0.5)],
  ]);
  expect(samples).toHaveLength(1);
  expect(withSample(samples, at(1, 0.1), 1000)).toHaveLength(1);
});

it.each([
  [3.14, "3.1 steps/s"],
  [0.25, "4.0 s/step"],
])("%d steps a second are shown as %s", (pace, text) => {
  expect(paceText(pace)).toBe(text);
});
