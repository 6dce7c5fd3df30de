// Random sequences of submissions, cancels, outages, restarts and late messages: each job ends once, as the server's record
// says.

import fc from "fast-check";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { commands } from "../../testing/job-model-commands.js";
import { runModel } from "../../testing/job-model.js";
import { warmUpBuild } from "../../testing/job-model-world.js";
import { rounds } from "../../../test/rounds.test.support.js";

beforeAll(warmUpBuild);
afterEach(() => void vi.restoreAllMocks());

/** What `Math.random` returns in a round: it spreads the pauses of a job, and a seed must repeat them. */
const chance = fc.noShrink(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));

it.each([
  ["one after the other", []],
  ["all at once", ["members"]],
] as const)(
  "batches %s: every job ends exactly once, as the server's record says, and leaves nothing behind",
  async (_case, facets) => {
    await fc.assert(
      fc.asyncProperty(commands, chance, async (list, random) => {
        vi.spyOn(Math, "random").mockReturnValue(random);
        expect(await runModel(list, { facets })).toEqual([]);
      }),
      rounds(150, 10_000),
    );
  },
);
