// Claims and ends of runs, in random schedules against a model, and in single cases.

import { expect, it } from "vitest";
import { queueFault } from "../faults.js";
import { keysOf } from "../redis/keys.js";
import type { Redis } from "../redis/redis.js";
import { checkSchedules } from "../testing/claims-model.js";
import { fakeRedis } from "../testing/fake-redis.js";
import { claimPrompt, removePrompt } from "./claims.js";

const keys = keysOf("test");

it("submits no prompt twice, gives each one verdict, and begins none that was removed", async () => {
  await checkSchedules(fakeRedis(), { numRuns: 400 });
});

it("forgets the hash that a claim of an unknown prompt has created", async () => {
  const redis = fakeRedis();
  const outcome = await claimPrompt(redis, keys, { id: "gone", attempt: 0, token: "alice/1", seconds: 60 });
  expect(outcome).toEqual({ type: "over" });
  expect(redis.keys()).toEqual([keys.begun("alice")]);
});

it("claims again with the same token after a lost reply, and not with another one", async () => {
  const redis = fakeRedis();
  await redis.run("hset", keys.prompt("one"), "set", "s");
  const claim = (token: string, attempt = 0) =>
    claimPrompt(redis, keys, { id: "one", attempt, token, seconds: 60 });
  expect((await claim("alice/1")).type).toBe("claimed");
  expect((await claim("alice/1")).type).toBe("claimed");
  expect(await claim("alice/2")).toMatchObject({ type: "taken", worker: "alice" });
  expect(await claim("bob/1")).toMatchObject({ type: "taken", worker: "alice" });
  // Another run of a prompt that was retried.
  expect((await claim("bob/1", 1)).type).toBe("claimed");
});

it("removes a prompt that waits while Redis has no memory, which takes the note that it was removed", async () => {
  const redis = fakeRedis();
  await redis.run("hset", keys.prompt("one"), "set", "s");
  const full = queueFault(
    "QUEUE_REDIS_REPLY",
    { name: "q", address: "local", reason: "OOM" },
    { more: { status: 507 } },
  );
  const asked: unknown[] = [];
  const run: Redis["run"] = async (...command) => {
    if (command[0] === "hsetnx") throw full;
    return command[0] === "eval" ? asked.push(command[3]) : redis.run(...command);
  };
  const connection = Object.assign({}, redis, { run });
  expect(await removePrompt(connection, keys, { id: "one", attempt: 0 })).toEqual({ type: "removed" });
  expect(asked).toEqual([keys.prompt("one")]);
});
