// Prompts that are put aside because of their owner, and put back into their turns.

import { expect, it } from "vitest";
import type { Session } from "../base/session.js";
import { removePrompt } from "../protocol/claims.js";
import { keysOf } from "../redis/keys.js";
import { fakeQueues } from "../testing/fake-queues.js";
import { fakeRedis } from "../testing/fake-redis.js";
import { hold, release, releaseAll, releaseUnnoted, type HeldReason } from "./held.js";

const keys = keysOf("q");
const paused: HeldReason = { why: "paused", owner: "anna b" };

/** Prompts that a worker has taken, with their turns. */
async function taken(turns: Readonly<Record<string, number>>) {
  const redis = fakeRedis();
  const fake = fakeQueues();
  const session = { connection: redis, keys, queues: fake.queues } as unknown as Session;
  for (const id of Object.keys(turns)) await redis.run("hset", keys.prompt(id), "set", "s");
  const jobs = Object.entries(turns).map(([id, priority]) =>
    fake.put("s", id, { state: "active", priority }),
  );
  const states = () => Object.fromEntries([...fake.jobs].map(([id, { state }]) => [id, state]));
  return { session, fake, jobs, redis, states };
}

it("waits until the pause of its owner ends", async () => {
  const { session, jobs, redis, states } = await taken({ one: 2, two: 1 });
  await redis.run("sadd", keys.pausedOwners, paused.owner);
  for (const job of jobs) await hold(job, paused, session);
  await release(paused, session);
  expect(states()).toEqual({ one: "delayed", two: "delayed" });
  expect(await redis.run("zrange", keys.held("paused", paused.owner), 0, -1)).toEqual(["two", "one"]);
  await redis.run("srem", keys.pausedOwners, paused.owner);
  await releaseAll(session, () => Promise.resolve());
  expect(states()).toEqual({ one: "prioritized", two: "prioritized" });
  expect(await redis.run("smembers", keys.holding)).toEqual([]);
});

it("is put back at once if the pause has ended before it was noted", async () => {
  const { session, jobs, states } = await taken({ one: 1 });
  for (const job of jobs) await hold(job, paused, session);
  expect(states()).toEqual({ one: "prioritized" });
});

it("is left alone if it was cancelled, or was put back by the end of its delay", async () => {
  const { session, fake, jobs, redis, states } = await taken({ one: 1, two: 2, three: 3 });
  await redis.run("sadd", keys.pausedOwners, paused.owner);
  for (const job of jobs) await hold(job, paused, session);
  fake.jobs.delete("one");
  Object.assign(fake.jobs.get("two") ?? {}, { state: "active" });
  await redis.run("srem", keys.pausedOwners, paused.owner);
  await release(paused, session);
  expect(states()).toEqual({ two: "active", three: "prioritized" });
  expect(await redis.run("zcard", keys.held("paused", paused.owner))).toBe(0);
});

it("is removed if it was cancelled while a worker had its job", async () => {
  const { session, jobs, redis, states } = await taken({ one: 1, two: 2 });
  await redis.run("sadd", keys.pausedOwners, paused.owner);
  await removePrompt(redis, keys, { id: "one", attempt: 0 });
  for (const job of jobs) await hold(job, paused, session);
  expect(states()).toEqual({ two: "delayed" });
  expect(await redis.run("zrange", keys.held("paused", paused.owner), 0, -1)).toEqual(["two"]);
});

it("is noted again if a worker puts it aside again as soon as it is back", async () => {
  const { session, fake, jobs, redis, states } = await taken({ one: 1 });
  const limit: HeldReason = { why: "limit", owner: "anna" };
  const { promote } = fake.queues;
  await redis.run("hset", keys.limits, limit.owner, 1);
  await redis.run("sadd", keys.slots(limit.owner), "gpu other");
  for (const job of jobs) await hold(job, limit, session);
  await redis.run("del", keys.slots(limit.owner));
  fake.queues.promote = async (found) => {
    const isBack = await promote.call(fake.queues, found);
    await redis.run("sadd", keys.slots(limit.owner), "gpu other");
    for (const job of jobs) await hold(job, limit, session);
    return isBack;
  };
  await release(limit, session);
  expect(states()).toEqual({ one: "delayed" });
  expect(await redis.run("zrange", keys.held("limit", limit.owner), 0, -1)).toEqual(["one"]);
});

it("is put back by the upkeep if a process has ended while it put the prompt aside or back", async () => {
  const { fake, jobs, redis, session, states } = await taken({ one: 1, two: 2, retried: 3, begun: 4 });
  await redis.run("sadd", keys.pausedOwners, paused.owner);
  const [one, two, ...others] = jobs;
  if (one === undefined || two === undefined) return;
  await hold(two, paused, session);
  // The others were not noted, or not any more.
  for (const job of [one, ...others]) await job.postpone(300_000);
  Object.assign(fake.jobs.get("retried") ?? {}, { attemptsMade: 1 });
  await redis.run("hset", keys.prompt("begun"), "claim", "gpu/1");
  await releaseUnnoted(["s"], session);
  expect(states()).toEqual({ one: "prioritized", two: "delayed", retried: "delayed", begun: "delayed" });
});

it("is not noted if the worker has lost it", async () => {
  const { session, fake, jobs, redis } = await taken({ one: 1 });
  await redis.run("sadd", keys.pausedOwners, paused.owner);
  fake.isOurs = false;
  for (const job of jobs) await hold(job, paused, session);
  expect(await redis.run("smembers", keys.holding)).toEqual([]);
});
