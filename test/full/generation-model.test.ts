// Thousands of random sequences of submissions, cancels, outages, restarts and late messages.

import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { commands } from "../../services/testing/job-model-commands.js";
import { runModel } from "../../services/testing/job-model.js";
import { warmUpBuild } from "../../services/testing/job-model-world.js";

beforeAll(warmUpBuild);

it("every job ends exactly once, as the server's record says, and leaves nothing behind", async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      expect(await runModel(list)).toEqual([]);
    }),
    { numRuns: 10_000 },
  );
});
