// Whatever the members do, each prompt gets one verdict, and none is run twice.

import fc from "fast-check";
import { expect, it } from "vitest";
import { runSchedule, schedules } from "./testing/schedule.js";

it("gives each prompt one verdict, and runs none twice, with members that die, hang, restart and lie", async () => {
  await fc.assert(
    fc.asyncProperty(schedules(12), async (schedule) => {
      expect(await runSchedule(schedule)).toEqual([]);
    }),
    { numRuns: 12 },
  );
}, 60_000);

it("gives a prompt the verdict of the messages when its member has lost the record", async () => {
  const trait = { assignsIds: false, lies: false, runMs: 20 };
  const submit = { do: "submit", owner: "A", isDetached: false } as const;
  const breaches = await runSchedule({
    traits: [trait, { ...trait, assignsIds: true }, trait],
    steps: [
      submit,
      { do: "answer badly", server: 1, how: "late reply" },
      submit,
      { do: "pass", ms: 3_000 },
      { do: "fail", server: 1, how: "die" },
      { do: "answer badly", server: 0, how: "lose reply" },
      { do: "answer badly", server: 0, how: "lose reply" },
      submit,
    ],
  });
  expect(breaches).toEqual([]);
});
