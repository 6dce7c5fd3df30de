// Estimates of the wait from what the workers have measured.

import { expect, test } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import { createWaits } from "./waits.js";
import type { KnownWorker } from "./workers.js";

const worker = (runMs: number | undefined, more: Partial<KnownWorker> = {}): KnownWorker => ({
  record: {
    name: "gpu",
    state: "ready",
    running: 1,
    loaded: [],
    ended: 1,
    lost: 0,
    modelSwitches: 0,
    ...(runMs !== undefined && { runMs }),
  },
  isAlive: true,
  isDraining: false,
  ...more,
});

test("only workers that take prompts count, and they are asked again after five seconds", async () => {
  const clock = createFakeClock();
  await clock.advance(1_000);
  const unchecked = worker(10_000);
  let known = [
    worker(10_000),
    worker(10_000, { isDraining: true }),
    worker(10_000, { isAlive: false }),
    { ...unchecked, record: { ...unchecked.record, state: "unchecked" as const } },
  ];
  let reads = 0;
  const list = () => {
    reads++;
    return Promise.resolve(known);
  };
  const waits = createWaits({ list }, clock);
  expect(await waits(1)).toEqual({ waitMs: 15_000 });
  known = [worker(10_000), worker(10_000)];
  expect(await waits(1)).toEqual({ waitMs: 15_000 });
  expect(reads).toBe(1);
  await clock.advance(4_999);
  expect(await waits(1)).toEqual({ waitMs: 15_000 });
  await clock.advance(1);
  expect(await waits(1)).toEqual({ waitMs: 7_500 });
  await clock.advance(1);
  expect(await waits(1)).toEqual({ waitMs: 7_500 });
  expect(reads).toBe(2);
});

test("there is no estimate before a run was measured", async () => {
  const waits = createWaits({ list: () => Promise.resolve([worker(undefined)]) }, createFakeClock());
  expect(await waits(1)).toEqual({});
});
