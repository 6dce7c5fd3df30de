// Whether prompts begin that workers have taken, by their owners, and what becomes of the slots of workers that are gone.

import { beforeEach, expect, it } from "vitest";
import { noteLimit } from "../../protocol/owner-state.js";
import { keysOf } from "../../redis/keys.js";
import { fakeQueues, type FakeQueues } from "../../testing/fake-queues.js";
import { fakeRedis, type FakeRedis } from "../../testing/fake-redis.js";
import type { WorkerParts } from "../parts/worker-parts.js";
import { admit, keepSlot, leaveSlot } from "./admission.js";
import { freeSlots } from "../free-slots.js";

const keys = keysOf("q");
let redis: FakeRedis;
let fake: FakeQueues;
let session: object;
beforeEach(() => {
  [redis, fake] = [fakeRedis(), fakeQueues()];
  session = { connection: redis, keys, queues: fake.queues };
});

/** A prompt of anna that a worker has taken. */
async function take(id: string, runningLimit?: number) {
  await redis.run("hset", keys.prompt(id), "set", "s");
  const data = { owner: "anna", ...(runningLimit !== undefined && { runningLimit }) };
  return fake.put("s", id, { state: "active", data, priority: fake.jobs.size + 1 });
}
const on = (worker: string, isPaused = false) =>
  Object.assign({ worker, presence: { isPaused: () => isPaused } }, session) as unknown as WorkerParts;
const stateOf = (id: string) => fake.jobs.get(id)?.state;
const slots = () => redis.run("smembers", keys.slots("anna"));

it("as many as the limit begin, however many are taken at the same instant, and each end lets the next one begin", async () => {
  const taken = await Promise.all(["a", "b", "c"].map((id) => take(id, 1)));
  const [first] = taken;
  const admitted = await Promise.all(taken.map((each, index) => admit(each, on(`gpu-${index}`))));
  expect(admitted).toEqual([true, false, false]);
  expect(["b", "c"].map(stateOf)).toEqual(["delayed", "delayed"]);
  if (first !== undefined) await leaveSlot(first, on("gpu-0"));
  expect(["b", "c"].map(stateOf)).toEqual(["prioritized", "delayed"]);
  expect(await slots()).toEqual([]);
});

it("the newest limit counts for all prompts with one", async () => {
  const [a, b, c] = [await take("a", 1), await take("b", 1), await take("c", 1)];
  expect([await admit(a, on("gpu-1")), await admit(b, on("gpu-2"))]).toEqual([true, false]);
  await redis.run(...noteLimit(keys, "anna", 2));
  expect(await admit(c, on("gpu-3"))).toBe(true);
  await redis.run(...noteLimit(keys, "anna", 1));
  await leaveSlot(a, on("gpu-1"));
  expect(stateOf("b")).toBe("delayed");
  await leaveSlot(c, on("gpu-3"));
  expect(stateOf("b")).toBe("prioritized");
});

it("a prompt that begins after its delay has ended by itself is put back by nobody, so that a retry waits for its time", async () => {
  const [a, b] = [await take("a", 1), await take("b", 1)];
  expect([await admit(a, on("gpu-1")), await admit(b, on("gpu-2"))]).toEqual([true, false]);
  await redis.run(...noteLimit(keys, "anna", 2));
  Object.assign(fake.jobs.get("b") ?? {}, { state: "active" });
  expect(await admit(b, on("gpu-2"))).toBe(true);
  await b.fail("no memory", true);
  await leaveSlot(b, on("gpu-2"));
  expect(stateOf("b")).toBe("delayed");
});

it("prompts without a limit begin without a command, and take no slot", async () => {
  const free = await take("free");
  const before = redis.keys();
  session = { keys };
  expect(await admit(free, on("gpu"))).toBe(true);
  await leaveSlot(free, on("gpu"));
  expect(redis.keys()).toEqual(before);
});

it("a prompt begins whose owner was paused when the worker has given its last sign, and is not any more", async () => {
  expect(await admit(await take("a"), on("gpu", true))).toBe(true);
  await redis.run("sadd", keys.pausedOwners, "anna");
  expect(await admit(await take("b"), on("gpu", true))).toBe(false);
});

it("a prompt that is followed again has its slot, also beyond the limit", async () => {
  const [a, b] = [await take("a", 1), await take("b", 1)];
  expect(await admit(a, on("gpu-1"))).toBe(true);
  await keepSlot(b, on("gpu-2"));
  await keepSlot(b, on("gpu-2"));
  expect(await slots()).toEqual(["gpu-1 a", "gpu-2 b"]);
});

it.each<[string, Readonly<Record<string, string>>, string | undefined, boolean]>([
  ["runs on its worker", { claim: "gpu/1" }, "active", true],
  ["is prepared by its worker", {}, "active", true],
  ["waits again", {}, "prioritized", false],
  ["runs on another worker", { claim: "other/1" }, "active", false],
  ["has ended", { claim: "gpu/1", end: '{"state":"lost","reason":""}' }, "active", false],
  ["is gone", {}, undefined, false],
])("the slot of a prompt that %s", async (_what, fields, state, isUsed) => {
  for (const name of ["gpu", "other"]) await redis.run("set", keys.alive(name), "1");
  await keepSlot(await take("a", 1), on("gpu"));
  await redis.run("hset", keys.prompt("a"), "set", "s", ...Object.entries(fields).flat());
  if (state === undefined) fake.jobs.delete("a");
  else Object.assign(fake.jobs.get("a") ?? {}, { state });
  await freeSlots("anna", on("gpu"));
  expect(await slots()).toEqual(isUsed ? ["gpu a"] : []);
});

it("the slot of a prompt whose worker gives no sign is free", async () => {
  await keepSlot(await take("a", 1), on("gpu"));
  await redis.run("hset", keys.prompt("a"), "claim", "gpu/1");
  await freeSlots("anna", on("gpu"));
  expect(await slots()).toEqual([]);
});
