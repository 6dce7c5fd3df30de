// Claims and verdicts, in random schedules against a model, and in single cases.

import { expect, it } from "vitest";
import { keysOf } from "../redis/keys.js";
import { checkSchedules } from "../testing/claims-model.js";
import { fakeRedis } from "../testing/fake-redis.js";
import { claimPrompt } from "./claims.js";

const keys = keysOf("test");
const seconds = 1_000;

it("submits no prompt twice, gives each one verdict, and begins none that was removed", async () => {
  await checkSchedules(fakeRedis(), { numRuns: 400 });
});

it("forgets the record that a claim of an unknown prompt has created", async () => {
  const redis = fakeRedis();
  const outcome = await claimPrompt(redis, keys, { id: "gone", token: "alice/1", seconds });
  expect(outcome).toEqual({ type: "over" });
  expect(redis.keys()).toEqual([]);
});

it("claims again with the same token after a lost reply, and not with another one", async () => {
  const redis = fakeRedis();
  await redis.run("hmset", keys.prompt("one"), "at", 1);
  const claim = (token: string) => claimPrompt(redis, keys, { id: "one", token, seconds });
  expect((await claim("alice/1")).type).toBe("claimed");
  expect((await claim("alice/1")).type).toBe("claimed");
  expect(await claim("alice/2")).toMatchObject({ type: "taken", worker: "alice" });
  expect(await claim("bob/1")).toMatchObject({ type: "taken", worker: "alice" });
});
