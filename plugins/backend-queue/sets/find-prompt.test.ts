// The jobs of all queues, while workers take and return them.

import { expect, it } from "vitest";
import type { Session } from "../base/session.js";
import type { BullJob } from "../redis/packages.js";
import { keysOf } from "../redis/keys.js";
import { fakeRedis } from "../testing/fake-redis.js";
import { readJobs } from "./find-prompt.js";

it("a job that is put aside between two readings is there once", async () => {
  const connection = fakeRedis();
  const keys = keysOf("q");
  await connection.run("zadd", keys.heads, 1, "s");
  const list = (_set: string, state: string) =>
    Promise.resolve([{ id: "p", failedReason: state } as unknown as BullJob]);
  const session = { connection, keys, queues: { list } } as unknown as Session;
  const found = await readJobs(session, ["prioritized", "delayed"]);
  expect(found).toMatchObject([{ id: "p", job: { failedReason: "delayed" } }]);
});
