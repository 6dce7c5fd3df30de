// A prompt whose result cannot be stored, and one whose server does not answer any more.

import { expect, test } from "vitest";
import { createFakeClock, outputFile } from "@pictor/host/testing";
import type { MemberBackend, PromptState, WorkEvent } from "@pictor/kernel/plugin";
import { promptLimits } from "@pictor/prompt-life";
import { queueFault } from "../../faults.js";
import type { PromptFields } from "../../protocol/claims.js";
import { keysOf } from "../../redis/keys.js";
import { fakeQueues } from "../../testing/fake-queues.js";
import { fakeRedis } from "../../testing/fake-redis.js";
import { Warnings } from "../parts/warnings.js";
import type { WorkerParts } from "../parts/worker-parts.js";
import { Execution } from "./execution.js";

const file = outputFile({ address: "http://gpu/view" });
const full = queueFault("QUEUE_STORE_UNREACHABLE", { name: "q", where: "/store", reason: "ENOSPC" });

/** Runs a prompt that ends with a file, while the store is full. */
function runWithFullStore(fields: PromptFields = {}, server: Partial<MemberBackend> = {}) {
  const clock = createFakeClock();
  const keys = keysOf("q");
  const redis = fakeRedis();
  const fake = fakeQueues();
  const disk = { isFull: true };
  const store = {
    put: () => (disk.isFull ? Promise.reject(full) : Promise.resolve("d1")),
    addressOf: (digest: string) => digest,
  };
  const backend = {
    state: () => Promise.resolve({ state: "succeeded", outputs: [file] }),
    cancel: () => Promise.resolve("gone"),
    fetchOutput: () => [],
    facets: {},
    ...server,
  } as unknown as MemberBackend;
  const events: WorkEvent[] = [];
  const report = (event: WorkEvent): void => void events.push(event);
  const warnings = new Warnings("gpu", report);
  const parts = {
    connection: redis,
    keys,
    clock,
    store,
    queues: fake.queues,
    recordSeconds: 60,
    settings: {},
    backend,
    worker: "gpu",
    server: "studio",
    signal: new AbortController().signal,
    warnings,
    report,
    limits: promptLimits,
    meter: { note: () => undefined },
    presence: { show: () => undefined },
  } as unknown as WorkerParts;
  const run = new Execution(fake.put("s", "p", { state: "active" }), fields, ["9"], parts);
  return { clock, disk, events, keys, redis, run, ended: run.resume("p") };
}

test("is kept with a warning, and stored when there is space again", async () => {
  const { clock, disk, ended, events } = runWithFullStore();
  await clock.advance(60_000);
  expect(events).toMatchObject([{ type: "warning", problem: { code: "QUEUE_STORE_UNREACHABLE" } }]);
  disk.isFull = false;
  await clock.advance(10_000);
  expect(await ended).toMatchObject({ state: "succeeded", outputs: [{ address: "d1" }] });
});

test("is given up if the cancel came before the worker has begun the prompt", async () => {
  const { clock, events } = runWithFullStore({ cancel: "1" });
  await clock.advance(20_000);
  expect(events.at(-1)).toMatchObject({ type: "ended", as: "interrupted" });
});

test("is given up if the prompt is cancelled", async () => {
  const { clock, ended, events, keys, redis, run } = runWithFullStore();
  await clock.advance(60_000);
  await redis.run("hset", keys.prompt("p"), "cancel", 1);
  await run.look();
  await clock.advance(10_000);
  expect(await ended).toEqual({ state: "interrupted", outputs: [] });
  expect(events.at(-1)).toMatchObject({ type: "ended", as: "interrupted" });
  expect(clock.pending()).toBe(0);
});

test("that is lost because its server answers no longer names the worker and the server", async () => {
  let asked = 0;
  const state = (): Promise<PromptState> =>
    asked++ === 0 ? Promise.resolve({ state: "running" }) : new Promise(() => undefined);
  const { clock, ended } = runWithFullStore({}, { state });
  await clock.advance(200_000);
  expect(await ended).toMatchObject({
    state: "lost",
    reason: expect.stringMatching(/^the worker gpu had it as p: .*The backend studio .*20 s/) as string,
  });
});
