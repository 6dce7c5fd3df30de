// What a waiting process decides: of whom it takes a lock, when, and when it gives up.

import { describe, expect, it } from "vitest";
import { firstWatch, nextStep, pauseMs, watchOn, type NextStep, type Watch } from "./judge-lock.js";
import type { Liveness } from "./entry/process-identity.js";

/** Watches entries in turn, one look each `everyMs`. */
const watched = (entries: readonly (string | undefined)[], everyMs: number): Watch =>
  entries.reduce<Watch>(
    (watch, entry, index) => watchOn(watch, entry, index === 0 ? 0 : everyMs),
    firstWatch,
  );
const same = (count: number): readonly string[] => Array.from({ length: count }, () => "A.0");
const free = (count: number): readonly undefined[] => Array.from({ length: count });
const renewed = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `A.${index}`);
const stoodStill = watched(same(11), 1_000);
const policy = { limitMs: 30_000, takesFromLiving: true };

describe("a lock", () => {
  it.each<[string, Watch, Liveness, boolean, NextStep]>([
    ["is placed when it is free", watched([undefined], 0), "unknown", true, "place"],
    ["of a dead process is taken at once", watched(["A.0"], 0), "dead", false, "take over"],
    ["of another machine is not taken at first sight", watched(["A.0"], 0), "unknown", true, "wait"],
    ["is not taken before it was watched for ten seconds", watched(same(11), 999), "unknown", true, "wait"],
    ["of another machine is taken without a renewal", stoodStill, "unknown", true, "take over"],
    ["of another machine is taken also for work without return", stoodStill, "unknown", false, "take over"],
    ["of a process that stands still is taken", stoodStill, "alive", true, "take over"],
    ["of a process that stands still is left, if so wanted", stoodStill, "alive", false, "wait"],
    ["that is renewed is never taken", watched(renewed(21), 1_000), "unknown", true, "wait"],
    ["that was renewed once is watched anew", watched([...same(10), "A.1"], 1_000), "unknown", true, "wait"],
    [
      "that another process has taken is watched anew",
      watched([...same(11), "B.0"], 1_000),
      "unknown",
      true,
      "wait",
    ],
    [
      "is waited for no longer than the limit if its holder lives",
      watched(same(31), 1_000),
      "alive",
      false,
      "give up",
    ],
    ["that is renewed is waited for no longer", watched(renewed(31), 1_000), "unknown", true, "give up"],
    ["that cannot be taken is given up in the end", watched(same(51), 1_000), "dead", true, "give up"],
    ["that cannot be placed is given up in the end", watched(free(51), 1_000), "unknown", true, "give up"],
  ])("%s", (_what, watch, liveness, takesFromLiving, step) => {
    expect(nextStep(watch, liveness, { ...policy, takesFromLiving })).toBe(step);
  });

  it("is looked at once with the limit 0: a living holder ends the wait, an unknown one is watched", () => {
    const once = { limitMs: 0, takesFromLiving: true };
    expect(nextStep(watched(["A.0"], 0), "alive", once)).toBe("give up");
    expect(nextStep(watched(["A.0"], 0), "unknown", once)).toBe("wait");
    expect(nextStep(watched(["A.0", "A.1"], 2_500), "unknown", once)).toBe("give up");
    expect(nextStep(watched(same(11), 1_000), "unknown", once)).toBe("take over");
  });
});

it("pauses grow from milliseconds to a tenth of a second, and half of each is random", () => {
  expect([0, 1, 4, 5, 1_000].map((attempt) => pauseMs(attempt, 1))).toEqual([5, 10, 80, 100, 100]);
  expect(pauseMs(5, 0)).toBe(50);
});
