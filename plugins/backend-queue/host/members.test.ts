// What a person asks and changes: the members, the owners whose prompts wait, and the failed prompts.

import { expect, it, vi } from "vitest";
import type { CallOptions } from "@pictor/kernel/plugin";
import { noteLimit } from "../protocol/owner-state.js";
import { keysOf } from "../redis/keys.js";
import { hold } from "../sets/held.js";
import { fakeQueues } from "../testing/fake-queues.js";
import { fakeRedis } from "../testing/fake-redis.js";
import { createFailures } from "./failures.js";
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

type Facets = ReturnType<typeof createFailures> & Required<ReturnType<typeof createMembers>>;

it.each<[string, (facets: Facets, options: CallOptions) => Promise<unknown>]>([
  ["status", ({ status }, options) => status(options)],
  ["drain", ({ drain }, options) => drain("gpu", options)],
  ["resume", ({ resume }, options) => resume("gpu", options)],
  ["setPaused", ({ setPaused }, options) => setPaused(true, options)],
  ["setOwnerPaused", ({ setOwnerPaused }, options) => setOwnerPaused("anna", false, options)],
  ["setOwnerLimit", ({ setOwnerLimit }, options) => setOwnerLimit("anna", undefined, options)],
  ["setPriority", ({ setPriority }, options) => setPriority("p", "low", options)],
  ["promptsOf", ({ promptsOf }, options) => promptsOf("mine", options)],
  ["extensions", ({ extensions }, options) => extensions("gpu", options)],
  ["list", ({ list }, options) => list(options)],
  ["retry", ({ retry }, options) => retry("p", options)],
  ["discard", ({ discard }, options) => discard("p", options)],
])("%s ends when its caller gives up, and begins nothing after that", async (_name, call) => {
  const silent = vi.fn(() => new Promise<never>(() => undefined));
  const parts = {
    connection: { run: silent, all: silent },
    keys,
    workers: { list: silent },
  } as unknown as HostParts;
  const facets = Object.assign(createMembers(parts), createFailures(parts)) as Facets;
  const caller = new AbortController();
  const asked = call(facets, { signal: caller.signal });
  expect(silent).toHaveBeenCalledOnce();
  caller.abort(new Error("nobody waits"));
  await expect(asked).rejects.toThrow("nobody waits");
  await expect(call(facets, { signal: caller.signal })).rejects.toThrow("nobody waits");
  expect(silent).toHaveBeenCalledOnce();
});
