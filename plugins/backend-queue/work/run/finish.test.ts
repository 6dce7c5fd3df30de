// Ends of runs that Redis or the store refuses, or that others have set.

import { expect, test } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import { reasonOf } from "@pictor/kernel/plugin";
import { queueFault } from "../../faults.js";
import { replaceEnd } from "../../protocol/claims.js";
import { failed, lost } from "../../protocol/verdicts.js";
import { keysOf } from "../../redis/keys.js";
import { fakeQueues } from "../../testing/fake-queues.js";
import { fakeRedis } from "../../testing/fake-redis.js";
import type { WorkerParts } from "../parts/worker-parts.js";
import { finish, settle } from "./finish.js";

const keys = keysOf("q");
const succeeded = { state: "succeeded", outputs: [] } as const;
const full = failed({ exception: "torch.OutOfMemoryError", message: "Allocation on device" });

function open({ retryLost = false, attempts = 1 } = {}) {
  const clock = createFakeClock();
  const redis = fakeRedis();
  const fake = fakeQueues();
  const refusals: string[] = [];
  /** The states of the job when its end is announced. */
  const announced: unknown[] = [];
  const state = { denials: 0 };
  const denied = queueFault("QUEUE_REDIS_DENIED", { name: "q", address: "local", reason: "WRONGPASS" });
  const connection = {
    ...redis,
    all: (commands: Parameters<typeof redis.all>[0]) =>
      state.denials-- > 0 ? Promise.reject(denied) : redis.all(commands),
  };
  const parts = {
    connection,
    keys,
    clock,
    queues: fake.queues,
    recordSeconds: 60,
    settings: { retryLost },
    worker: "gpu",
    signal: new AbortController().signal,
    presence: { show: () => announced.push(fake.jobs.get("p")?.state) },
    warnings: { note: (error: unknown) => refusals.push(reasonOf(error)) },
  } as unknown as WorkerParts;
  const taken = fake.put("s", "p", { state: "active", opts: { attempts } });
  return { clock, redis, fake, announced, refusals, state, parts, taken };
}

test("an end that Redis refuses is set when Redis accepts the worker again", async () => {
  const { clock, fake, parts, refusals, state, taken } = open();
  state.denials = 3;
  const ending = finish(taken, succeeded, parts);
  ending.catch(() => undefined);
  await clock.advance(60_000);
  expect(await ending).toEqual({ verdict: succeeded, isRetried: false });
  expect(fake.jobs.get("p")).toMatchObject({ state: "completed", returnvalue: succeeded });
  expect(refusals).toHaveLength(3);
});

test("a prompt does not run any more for the quotas when its end can be seen", async () => {
  const { announced, parts, taken } = open();
  await finish(taken, succeeded, parts);
  expect(announced).toEqual(["active"]);
});

test("a prompt that was declared lost in the meantime stays lost, and the worker learns it", async () => {
  const { fake, parts, redis, taken } = open();
  const reason = "the worker gpu has not been seen since";
  const verdict = lost(reason);
  await replaceEnd(redis, keys, { id: "p", attempt: 0, by: "gpu", verdict, seconds: 60 });
  expect(await finish(taken, succeeded, parts)).toEqual({ verdict, isRetried: false });
  expect(fake.jobs.get("p")).toMatchObject({ state: "failed", failedReason: reason });
});

test("the result of a worker whose job is not its own any more is kept for whoever takes the job", async () => {
  const { fake, parts, redis, taken } = open();
  fake.isOurs = false;
  expect((await finish(taken, succeeded, parts)).verdict).toEqual(succeeded);
  expect(await redis.run("hget", keys.prompt("p"), "end")).toBe(JSON.stringify(succeeded));
  fake.isOurs = true;
  await settle(taken, succeeded, parts);
  expect(fake.jobs.get("p")).toMatchObject({ state: "completed", returnvalue: succeeded });
});

test("a worker that has noted its name and then finds the prompt lost ends it as lost", async () => {
  const { parts, redis, taken } = open();
  await redis.run("hset", keys.prompt("p"), "end", "+gpu");
  await finish(taken, lost("its server has no record of it"), parts);
  expect(await redis.run("hget", keys.prompt("p"), "end")).toContain("no record");
});

test.each([
  ["without attempts that are left", { attempts: 1 }, full, false],
  ["for lack of memory", { attempts: 3 }, full, true],
  ["for another reason", { attempts: 3 }, failed({ exception: "ValueError", message: "no" }), false],
  ["as lost", { attempts: 3 }, lost("gone"), false],
  ["as lost, with consent", { attempts: 3, retryLost: true }, lost("gone"), true],
])("a prompt that fails %s: %j", async (_what, settings, verdict, isRetried) => {
  const { fake, parts, taken } = open(settings);
  expect(await finish(taken, verdict, parts)).toEqual({ verdict, isRetried });
  expect(fake.jobs.get("p")).toMatchObject({ state: isRetried ? "delayed" : "failed", attemptsMade: 1 });
});
