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
