// What a worker has measured of its server.

import { expect, it } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import type { Verdict } from "../../protocol/verdicts.js";
import { Meter } from "./meter.js";

const succeeded: Verdict = { state: "succeeded", outputs: [] };
const cached: Verdict = { ...succeeded, cached: ["1"] };

it("measures runs with loaded models, but none that the server has answered from its cache or that was resumed", async () => {
  const clock = createFakeClock();
  const meter = new Meter(clock);
  const run = async (ms: number, steps: number, verdict: Verdict, isResumed = false): Promise<void> => {
    meter.begin(["a"], { isResumed });
    for (let value = 1; value <= steps; value++) {
      await clock.advance(ms / steps);
      meter.note({ type: "progress", promptId: "p", node: "3", value, max: steps });
    }
    meter.end(verdict);
  };
  await run(9_000, 2, succeeded);
  expect(meter.figures()).toMatchObject({ loaded: ["a"], ended: 1 });
  expect(meter.figures()).not.toHaveProperty("runMs");
  await run(4_000, 2, cached);
  expect(meter.figures()).toMatchObject({ runMs: 4_000 });
  await run(0, 0, cached);
  expect(meter.figures()).toMatchObject({ runMs: 4_000, ended: 3 });
  // What an earlier process has begun took longer than this one has seen.
  await run(1_000, 2, succeeded, true);
  expect(meter.figures()).toMatchObject({ runMs: 4_000, ended: 4 });
});
