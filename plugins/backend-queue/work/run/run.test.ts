// A prompt that a worker has taken, while Redis loses what was written last, and is reached again.

import { expect, it } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import { fault, type MemberBackend } from "@pictor/kernel/plugin";
import { promptLimits } from "@pictor/prompt-life";
import { nameOfInput } from "../../protocol/input-names.js";
import { keysOf } from "../../redis/keys.js";
import { fakeQueues } from "../../testing/fake-queues.js";
import { fakeRedis } from "../../testing/fake-redis.js";
import type { WorkerParts } from "../parts/worker-parts.js";
import { Run } from "./run.js";

const keys = keysOf("q");

/** A prompt of anna with a limit, which the worker has taken. */
async function take(more: Partial<WorkerParts>) {
  const redis = fakeRedis();
  const fake = fakeQueues();
  const parts = {
    connection: redis,
    keys,
    queues: fake.queues,
    clock: createFakeClock(),
    settings: { lockSeconds: 30, lostSeconds: 60 },
    recordSeconds: 60,
    worker: "gpu",
    token: "gpu/1",
    signal: new AbortController().signal,
    drain: new AbortController().signal,
    limits: promptLimits,
    presence: { isPaused: () => false, show: () => undefined },
    abilities: { sets: new Map(), lacks: () => [] },
    meter: { begin: () => undefined },
    report: () => undefined,
    ...more,
  } as unknown as WorkerParts;
  const name = nameOfInput("a".repeat(64), "a.png");
  const graph = { 1: { class_type: "LoadImage", inputs: { image: name } } };
  const data = { version: 1, graph, outputs: [], owner: "anna", runningLimit: 1 };
  await redis.run("hset", keys.prompt("p"), "set", "s");
  const run = new Run(fake.put("s", "p", { state: "active", data }), parts);
  const slots = () => redis.run("smembers", keys.slots("anna"));
  const fields = () => redis.run("hgetall", keys.prompt("p"));
  return { redis, run, slots, fields };
}

it("has its slot again, and no claim, if Redis loses the slot while the prompt is prepared", async () => {
  let [begin, refuse] = [(): void => undefined, (_reason: Error): void => undefined];
  const isPrepared = new Promise<void>((resolve) => (begin = resolve));
  const upload = () => {
    begin();
    return new Promise<never>((_resolve, reject) => (refuse = reject));
  };
  const backend = { upload } as unknown as MemberBackend;
  const { redis, run, slots, fields } = await take({ backend, drain: AbortSignal.abort() });
  await run.claimAgain();
  expect(await slots()).toEqual([]);
  const running = run.run(() => undefined);
  await isPrepared;
  await redis.run("del", keys.slots("anna"));
  await run.claimAgain();
  expect([await slots(), await fields()]).toEqual([["gpu p"], { set: "s" }]);
  refuse(new Error("no such folder"));
  expect(await running).toEqual({ type: "done" });
  await run.claimAgain();
  expect(await slots()).toEqual([]);
});

it("is not claimed again after its claim was returned, because the server has not taken it", async () => {
  const gone = fault(
    "BACKEND_UNREACHABLE",
    { url: "http://gpu", reason: "ECONNREFUSED" },
    { more: { systemCode: "ECONNREFUSED" } },
  );
  const backend = {
    upload: () => Promise.resolve("a.png"),
    submit: () => Promise.reject(gone),
    state: () => Promise.resolve({ state: "unknown" }),
  } as unknown as MemberBackend;
  const { run, slots, fields } = await take({ backend });
  expect(await run.run(() => undefined)).toMatchObject({ type: "serverProblem" });
  await run.claimAgain();
  expect([await slots(), await fields()]).toEqual([[], { set: "s" }]);
});

it("has its server asked again before the next prompt, if the server has forgotten it", async () => {
  const forgotten: string[] = [];
  const backend = {
    upload: () => Promise.resolve("a.png"),
    submit: () => Promise.resolve({ promptId: "p" }),
    state: () => Promise.resolve({ state: "unknown" }),
  } as unknown as MemberBackend;
  const abilities = { sets: new Map(), lacks: () => [], forgetServer: () => forgotten.push("server") };
  const clock = createFakeClock();
  const parts = {
    backend,
    clock,
    abilities,
    meter: { begin: () => undefined, end: () => undefined },
    warnings: { reset: () => undefined, note: () => undefined },
  } as unknown as Partial<WorkerParts>;
  const { run } = await take(parts);
  const resumed = run.resume();
  await clock.advance(300_000);
  await resumed;
  expect(forgotten).toEqual(["server"]);
});
