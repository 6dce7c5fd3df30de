// A prompt that a worker has taken, until it is claimed, while Redis loses what was written last.

import { expect, it } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import { nameOfInput } from "../../protocol/input-names.js";
import { keysOf } from "../../redis/keys.js";
import { fakeQueues } from "../../testing/fake-queues.js";
import { fakeRedis } from "../../testing/fake-redis.js";
import type { WorkerParts } from "../parts/worker-parts.js";
import { Run } from "./run.js";

const keys = keysOf("q");

/** A prompt of anna with a limit, whose input is uploaded as long as the test likes. */
async function takeLimited() {
  const redis = fakeRedis();
  const fake = fakeQueues();
  let [begin, refuse] = [(): void => undefined, (_reason: Error): void => undefined];
  const isPrepared = new Promise<void>((resolve) => (begin = resolve));
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
    drain: AbortSignal.abort(),
    presence: { isPaused: () => false, show: () => undefined },
    abilities: { lacks: () => [] },
    backend: {
      upload: () => {
        begin();
        return new Promise<never>((_resolve, reject) => (refuse = reject));
      },
    },
  } as unknown as WorkerParts;
  const name = nameOfInput("a".repeat(64), "a.png");
  const graph = { 1: { class_type: "LoadImage", inputs: { image: name } } };
  const data = { version: 1, graph, outputs: [], owner: "anna", runningLimit: 1 };
  await redis.run("hset", keys.prompt("p"), "set", "s");
  const run = new Run(fake.put("s", "p", { state: "active", data }), parts);
  const slots = () => redis.run("smembers", keys.slots("anna"));
  return { redis, run, slots, isPrepared, end: () => refuse(new Error("no such folder")) };
}

it("has its slot again, and no claim, if Redis loses the slot while the prompt is prepared", async () => {
  const { redis, run, slots, isPrepared, end } = await takeLimited();
  await run.claimAgain();
  expect(await slots()).toEqual([]);
  const running = run.run(() => undefined);
  await isPrepared;
  await redis.run("del", keys.slots("anna"));
  await run.claimAgain();
  expect(await slots()).toEqual(["gpu p"]);
  expect(await redis.run("hgetall", keys.prompt("p"))).toEqual({ set: "s" });
  end();
  expect(await running).toEqual({ type: "done" });
  await run.claimAgain();
  expect(await slots()).toEqual([]);
});
