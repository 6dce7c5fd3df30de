// Random sequences of submissions, cancels, outages, restarts and late messages: each job ends once, as the server's record
// says.

import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { commands } from "../../testing/job-model-commands.js";
import { runModel } from "../../testing/job-model.js";
import { warmUpBuild } from "../../testing/job-model-world.js";

const numRuns = Number(process.env["PICTOR_MODEL_RUNS"] ?? 200);

beforeAll(warmUpBuild);

it.each([
  ["one after the other", []],
  ["all at once", ["members"]],
] as const)(
  "batches %s: every job ends exactly once, as the server's record says, and leaves nothing behind",
  async (_case, facets) => {
    await fc.assert(
      fc.asyncProperty(commands, async (list) => {
        expect(await runModel(list, { facets })).toEqual([]);
      }),
      { numRuns },
    );
  },
);
