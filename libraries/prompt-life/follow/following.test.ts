// Following a prompt while the computer sleeps: the time of the sleep counts for nothing.

import { noMessages } from "@pictor/farm";
import { expect, it } from "vitest";
import { fault } from "@pictor/kernel/plugin";
import { promptLimits as limits } from "../limits.js";
import { afterReading, following, type Following, type FollowStep, type Reading } from "./following.js";

const hourMs = 3_600_000;
const failure = fault("BACKEND_UNREACHABLE", { url: "http://one", reason: "no answer" });
const idle: Reading = { record: { state: "queued", ahead: 0, idle: true } };

/** The steps after the same reading, which ends at each of these times. */
function stepsAfter(reading: Reading, times: readonly number[]): readonly FollowStep["is"][] {
  let state: Following = following;
  let askedAt = 0;
  return times.map((now) => {
    const step = afterReading(state, reading, {
      ...{
        now,
        askedAt,
        limits,
        random: 0,
        messages: noMessages,
        wasCut: false,
        isCancelled: false,
        isConnected: true,
      },
    });
    askedAt = now;
    if (step.is === "wait") state = step.next;
    return step.is;
  });
}

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
