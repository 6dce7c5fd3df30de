// Random sequences of submissions, cancels, outages, restarts and late messages: each job ends once, as the server's record
// says.

import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { commands } from "../../testing/job-model-commands.js";
import { runModel } from "../../testing/job-model.js";
import { warmUpBuild } from "../../testing/job-model-world.js";
import { rounds } from "../../../test/rounds.test.support.js";

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
      rounds(150, 10_000),
    );
  },
);
