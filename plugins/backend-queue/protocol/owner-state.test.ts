// The limits of owners, as far as they are kept.

import { expect, it } from "vitest";
import { keysOf } from "../redis/keys.js";
import { fakeRedis } from "../testing/fake-redis.js";
import { forgetLimits, noteLimit } from "./owner-state.js";

const keys = keysOf("q");

it("a limit is forgotten when its owner has no prompt that waits, runs or is put aside", async () => {
  const redis = fakeRedis();
  await forgetLimits(redis, keys);
  for (const owner of ["waits", "runs", "held", "idle", ""]) await redis.run(...noteLimit(keys, owner, 2));
  await redis.run("hset", keys.owners, "waits", 1, "idle", 0);
  await redis.run("sadd", keys.slots("runs"), "gpu p");
  await redis.run("zadd", keys.held("limit", "held"), 1, "p");
  await forgetLimits(redis, keys);
  expect(await redis.run("hgetall", keys.limits)).toEqual({ waits: "2", runs: "2", held: "2" });
  await redis.run("del", keys.owners);
  await redis.run("del", keys.slots("runs"));
  await redis.run("del", keys.held("limit", "held"));
  await forgetLimits(redis, keys);
  expect(await redis.run("hgetall", keys.limits)).toEqual({});
});
