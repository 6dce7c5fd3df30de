// Steps after readings: how long the waits are, and that the time of a sleeping computer counts for nothing.

import { noMessages } from "@pictor/farm";
import { expect, it } from "vitest";
import { fault } from "@pictor/kernel/plugin";
import { promptLimits as limits } from "../limits.js";
import {
  afterReading,
  following,
  type Following,
  type FollowStep,
  type Reading,
  type ReadingContext,
} from "./following.js";

const hourMs = 3_600_000;
const failure = fault("BACKEND_UNREACHABLE", { url: "http://one", reason: "no answer" });
const idle: Reading = { record: { state: "queued", ahead: 0, idle: true } };

/** The steps after the same reading, which ends at each of these times. */
function allStepsAfter(
  reading: Reading,
  times: readonly number[],
  more: Partial<ReadingContext> = {},
): readonly FollowStep[] {
  let state: Following = following;
  let askedAt = 0;
  return times.map((now) => {
    const step = afterReading(state, reading, {
      now,
      askedAt,
      limits,
      random: 0,
      messages: noMessages,
      wasCut: false,
      isCancelled: false,
      isConnected: true,
      ...more,
    });
    askedAt = now;
    if (step.is === "wait") state = step.next;
    return step;
  });
}
const stepsAfter = (reading: Reading, times: readonly number[]) =>
  allStepsAfter(reading, times).map(({ is }) => is);
const waitsAfter = (...[reading, times, more]: Parameters<typeof allStepsAfter>) =>
  allStepsAfter(reading, times, more).map((step) => (step.is === "wait" ? step.ms : step.is));

const running: Reading = { record: { state: "running" } };
const moments = Array.from({ length: 12 }, () => 0);

it("a missing record is looked for soon, then each time twice as late, up to its limit", () => {
  const missing: Reading = { record: { state: "unknown" } };
  expect(waitsAfter(missing, [0, 20, 60, 140, 300, 620, 1_260, 2_000])).toEqual([
    ...[20, 40, 80, 160, 320, 640, 740, "lost"],
  ]);
});

it("a record that is behind the messages is read ten times, each time twice as late, and then as any other", () => {
  const messages = { ...noMessages, hasEnded: true };
  expect(waitsAfter(running, moments, { messages })).toEqual([
    ...[20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120, 10_240, 5_000, 7_500],
  ]);
});

it("without a connection, a record is read as often as at first", () => {
  expect(waitsAfter(running, [0, 0, 0])).toEqual([5_000, 7_500, 11_250]);
  expect(waitsAfter(running, [0, 0, 0], { isConnected: false })).toEqual([5_000, 5_000, 5_000]);
});

it("a server that did not answer before and after a sleep is given a minute in which the computer is awake", () => {
  expect(stepsAfter({ failure }, [hourMs])).toEqual(["wait"]);
  expect(stepsAfter({ failure }, [1_000, hourMs, hourMs + 20_000, hourMs + 40_000])).toEqual([
    ...["wait", "wait", "wait", "lost"],
  ]);
});

it("a queue that stood still before and after a sleep is looked at once more", () => {
  expect(stepsAfter(idle, [1_000, hourMs, hourMs + 15_000])).toEqual(["wait", "wait", "stalled"]);
});

it("a clock that was set back does not lengthen the wait for a missing record", () => {
  const missing: Reading = { record: { state: "unknown" } };
  expect(stepsAfter(missing, [hourMs, 0, 1_000, 2_000])).toEqual(["wait", "wait", "wait", "lost"]);
});
