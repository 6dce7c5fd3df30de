// A worker that fails while it has claimed a prompt.

import { expect, test } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import type { Logger, WorkEvent } from "@pictor/kernel/plugin";
import { queueFault } from "../faults.js";
import type { QueueSettings } from "../settings.gen.js";
import { Warnings } from "./parts/warnings.js";
import type { RunOutcome } from "./run/run.js";
import { takePrompts, type PromptTaker } from "./take-prompts.js";

const place = { name: "q", address: "redis://localhost:6379" };
const denied = queueFault("QUEUE_REDIS_DENIED", { ...place, reason: "WRONGPASS" });

/**
 * A worker whose first prompt fails, and whose claims can be ended after `refusals` refusals. It is drained when
 * `steps` has happened.
 */
async function work(refusals: number, isDrained: boolean) {
  const clock = createFakeClock();
  const drain = new AbortController();
  const { signal } = new AbortController();
  const steps: string[] = [];
  const events: WorkEvent[] = [];
  let left = refusals;
  const takeAndRun = (): Promise<RunOutcome> => {
    steps.push("take");
    if (isDrained || steps.filter((step) => step === "take").length > 1) drain.abort();
    return steps.length === 1 ? Promise.reject(denied) : Promise.resolve({ type: "done" });
  };
  const taker: PromptTaker = {
    takeAndRun,
    prepare: () => Promise.resolve(true),
    forget: () => steps.push("forget"),
    resume: () => {
      steps.push("resume");
      return left-- > 0 ? Promise.reject(denied) : Promise.resolve();
    },
    noteLost: () => undefined,
  };
  const taking = takePrompts(taker, {
    clock,
    signal,
    drain: drain.signal,
    ending: drain.signal,
    settings: { lockSeconds: 6 } as QueueSettings,
    logger: { debug: () => undefined } as unknown as Logger,
    warnings: new Warnings("gpu", (event) => events.push(event)),
  });
  taking.catch(() => undefined);
  await clock.advance(60_000);
  await taking;
  return { steps, events };
}

const warning = { type: "warning", problem: { code: "QUEUE_REDIS_DENIED" } };

test("the worker ends the claimed prompt before it takes the next one, and warns once", async () => {
  const { steps, events } = await work(2, false);
  expect(steps).toEqual(["take", "forget", "resume", "resume", "resume", "take"]);
  expect(events).toMatchObject([warning]);
});

test("a worker that is drained ends the claimed prompt first", async () => {
  const { steps, events } = await work(1, true);
  expect(steps).toEqual(["take", "forget", "resume", "resume"]);
  expect(events).toMatchObject([warning]);
});
