// The rules of pool.properties.test.ts, for many and longer schedules.

import fc from "fast-check";
import { expect, it } from "vitest";
import { runSchedule, schedules } from "./testing/schedule.js";

it("keeps its rules in hundreds of long schedules", async () => {
  await fc.assert(
    fc.asyncProperty(schedules(40), async (schedule) => {
      expect(await runSchedule(schedule)).toEqual([]);
    }),
    { numRuns: 400 },
  );
}, 600_000);
