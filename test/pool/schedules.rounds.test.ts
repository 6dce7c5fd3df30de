// The rules of plugins/backend-pool/pool.properties.test.ts, for many and longer schedules.

import fc from "fast-check";
import { expect, it } from "vitest";
import { rounds } from "../rounds.test.support.js";
import { runSchedule, schedules } from "../../plugins/backend-pool/testing/schedule.js";

it("keeps its rules in long schedules", async () => {
  await fc.assert(
    fc.asyncProperty(schedules(40), async (schedule) => {
      expect(await runSchedule(schedule)).toEqual([]);
    }),
    rounds(40, 4_000),
  );
});
