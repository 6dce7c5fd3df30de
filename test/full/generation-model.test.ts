// Thousands of random lives of jobs: submissions, cancels, drops, restarts, late and doubled messages.

import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { commands, play } from "../../services/testing/job-model.js";
import { warmUpBuild } from "../../services/testing/job-model-world.js";

beforeAll(warmUpBuild);

it("every job ends exactly once, as the server's record says, and leaves nothing behind", async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      expect(await play(list)).toEqual([]);
    }),
    { numRuns: 10_000 },
  );
});
