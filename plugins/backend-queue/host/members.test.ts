// What a person changes about an owner whose prompts wait.

import { expect, it } from "vitest";
import { noteLimit } from "../protocol/owner-state.js";
import { keysOf } from "../redis/keys.js";
import { hold } from "../sets/held.js";
import { fakeQueues } from "../testing/fake-queues.js";
import { fakeRedis } from "../testing/fake-redis.js";
import type { HostParts } from "./host-parts.js";
import { createMembers } from "./members.js";

const keys = keysOf("q");

it.each([
  ["raised to 2", 2, ["prioritized", "delayed"]],
  ["raised to 3", 3, ["prioritized", "prioritized"]],
  ["removed", undefined, ["prioritized", "prioritized"]],
  ["left as it is", 1, ["delayed", "delayed"]],
])("a limit that is %s counts at once for prompts that were put aside", async (_what, limit, states) => {
  const redis = fakeRedis();
  const fake = fakeQueues();
  const parts = { connection: redis, keys, queues: fake.queues } as unknown as HostParts;
  await redis.run(...noteLimit(keys, "anna", 1));
  await redis.run("sadd", keys.slots("anna"), "gpu runs");
  for (const [index, id] of ["first", "second"].entries()) {
    await redis.run("hset", keys.prompt(id), "set", "s");
    const taken = fake.put("s", id, { state: "active", priority: index + 1 });
    await hold(taken, { why: "limit", owner: "anna" }, parts);
  }
  await createMembers(parts).setOwnerLimit("anna", limit);
  expect([...fake.jobs.values()].map(({ state }) => state)).toEqual(states);
});
