// Claims and ends of runs, in random schedules against a model, and in single cases.

import { expect, it } from "vitest";
import { queueFault } from "../faults.js";
import { keysOf } from "../redis/keys.js";
import type { Redis } from "../redis/redis.js";
import { checkSchedules } from "../testing/claims-model.js";
import { fakeRedis } from "../testing/fake-redis.js";
import { submittedAs } from "./attempts.js";
import { claimPrompt, noteThere, removePrompt, thereIn } from "./claims.js";

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

it("submits a later run under an id of its own, because its server may have the record of the first one", async () => {
  const id = "0b8a3c64-51b4-4d20-9f43-3c1f4e0d5a11";
  const runs = [0, 1, 2].map((attempt) => ({ id, attempt }));
  const [first, second, third] = runs.map(submittedAs);
  expect(first).toBe(id);
  expect(second).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(third).not.toBe(second);
  expect(runs.map((run) => thereIn({}, run))).toEqual([first, second, third]);
  const [, , field = "", there = ""] = noteThere(keys, { id, attempt: 1 }, "assigned").map(String);
  const fields = { [field]: there };
  expect(runs.map((run) => thereIn(fields, run))).toEqual([first, "assigned", third]);
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
