// Owners of a queue whose prompts wait although workers are free, over a real Redis.

import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { QueueSettings } from "../../../plugins/backend-queue/settings.gen.js";
import { graphOf, openOwnFarm, ownServer, succeeds, type OwnFarm } from "./own-farm.test.support.js";
import { hasRedis, startRedis, withoutRedis, type RedisServer } from "./redis-server.test.support.js";

const within = { timeout: 30_000, interval: 20 };

describe.skipIf(!hasRedis).each([
  ["lowest", "bullmq-lowest"],
  ["newest", "bullmq"],
])(`owners of a queue on the %s BullMQ${withoutRedis}`, { timeout: 60_000 }, (_version, bull) => {
  let redis: RedisServer;
  let client: Redis;
  let count = 0;
  beforeAll(async () => {
    redis = await startRedis();
    client = new Redis(redis.url, { maxRetriesPerRequest: null });
  });
  afterAll(async () => {
    client.disconnect();
    await redis.close();
  });

  const open = async (settings: Partial<QueueSettings> = {}): Promise<OwnFarm> => {
    const farm = await openOwnFarm(redis.url, { bull, prefix: `q${count++}`, ...settings });
    onTestFinished(() => farm.close());
    return farm;
  };
  const submit = async ({ backend }: OwnFarm, owner: string, ...ids: readonly string[]): Promise<void> => {
    for (const promptId of ids) await backend.submit({ promptId, graph: graphOf("A"), owner });
  };
  const stateOf =
    ({ backend }: OwnFarm, id: string) =>
    async () =>
      (await backend.state(id)).state;

  it("that are paused are overtaken, for all hosts and later workers, and take their turns when the pause ends", async () => {
    const farm = await open();
    const first = await farm.work("gpu-1", ownServer(succeeds, "A"));
    await first.stop();
    const { members } = farm.backend.facets;
    await members?.setOwnerPaused("anna", true);
    await submit(farm, "anna", "a1", "a2", "a3");
    await submit(farm, "bert", "b1");
    const server = ownServer(succeeds, "A");
    await farm.work("gpu-2", server);
    await expect.poll(stateOf(farm, "b1"), within).toBe("succeeded");
    const wait = { why: "paused", detail: "the owner is paused, and its prompts wait" };
    expect(await farm.backend.state("a1")).toEqual({ state: "queued", wait });
    expect(await farm.backend.prompts()).toMatchObject([
      {},
      { promptId: "a3", wait },
      { promptId: "a2", wait },
      { promptId: "a1", wait },
    ]);
    const owners = async () => (await members?.status())?.owners;
    expect(await owners()).toEqual([{ owner: "anna", waiting: 3, running: 0, isPaused: true }]);
    expect(server.submitted).toEqual(["b1"]);
    await farm.backend.cancel("a2");
    // The rounds of prompts that were put aside have not been served: a new owner does not come after them.
    await members?.setPaused(true);
    await submit(farm, "carl", "c1");
    await members?.setOwnerPaused("anna", false);
    await members?.setPaused(false);
    for (const id of ["a1", "a3"]) await expect.poll(stateOf(farm, id), within).toBe("succeeded");
    expect(server.submitted).toEqual(["b1", "c1", "a1", "a3"]);
    await expect.poll(owners, within).toEqual([]);
  });

  it("whose pause ends while nobody puts their prompts back are served by the upkeep", async () => {
    const farm = await open();
    const server = ownServer(succeeds, "A");
    await farm.work("gpu", server);
    await farm.backend.facets.members?.setOwnerPaused("anna", true);
    await submit(farm, "anna", "a1");
    const prefix = `{q${count - 1}}`;
    await expect.poll(() => client.zcard(`${prefix}:held:paused:anna`), within).toBe(1);
    // As if the host had ended before it had put the prompts back.
    await client.del(`${prefix}:paused-owners`);
    await expect.poll(stateOf(farm, "a1"), within).toBe("succeeded");
    await expect.poll(() => client.exists(`${prefix}:holding`), within).toBe(0);
  });
});
