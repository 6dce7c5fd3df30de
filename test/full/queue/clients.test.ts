// Clients of ComfyUI's protocol that connect to a queue in which many prompts of others wait, over a real Redis.

import { text } from "node:stream/consumers";
import type { ReadableStream } from "node:stream/web";
import { silentLogger } from "@pictor/host/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { realClock } from "@pictor/kernel";
import type { Backend } from "@pictor/kernel/plugin";
import { openPool } from "../../../plugins/backend-pool/open.js";
import { graphOf, openOwnFarm, ownServer, succeeds, type OwnFarm } from "./own-farm.test.support.js";
import { callsOf, hasRedis, startRedisAndClient, withoutRedis } from "./redis-server.test.support.js";

const within = { timeout: 30_000, interval: 50 };
const waiting = 5_000;

/** Submits what others have in a queue. */
async function submitOthers(backend: Backend): Promise<void> {
  const submit = async (lane: number): Promise<void> => {
    for (let number = lane; number < waiting; number += 50)
      await backend.submit({ promptId: `other-${number}`, graph: graphOf("A") });
  };
  await Promise.all(Array.from({ length: 50 }, (_none, lane) => submit(lane)));
}

describe.skipIf(!hasRedis)(`a client of a queue${withoutRedis}`, { timeout: 120_000 }, () => {
  it("that connects again gets the events of its prompt for at most 50 commands, while 5,000 others wait", async () => {
    const redis = await startRedisAndClient();
    onTestFinished(() => redis.close());
    const first = await openOwnFarm(redis.url);
    const worker = await first.work("gpu", ownServer(succeeds, "A"));
    await first.backend.facets.members?.setPaused(true);
    const body = JSON.stringify({ prompt: graphOf("A"), client_id: "mine", prompt_id: "p" });
    const reply = await first.backend.facets.direct?.send({ method: "POST", path: "/prompt", body });
    expect(await text((reply?.body ?? []) as ReadableStream)).toContain('"prompt_id":"p"');
    await submitOthers(first.backend);
    await worker.stop();
    const second = await openOwnFarm(redis.url);
    // The process that has submitted the prompts ends: nobody but Redis knows them.
    await first.close();
    const before = await callsOf(redis.client);
    const received: string[] = [];
    await second.backend.facets.direct?.connect(
      { path: "/ws?clientId=mine" },
      { message: (data) => void received.push(String(data)), close: () => undefined },
    );
    expect((await callsOf(redis.client)) - before).toBeLessThanOrEqual(50);
    expect(await redis.client.keys("{pictor}:client:*")).toHaveLength(1);

    await second.work("gpu", ownServer(succeeds, "A"));
    await second.backend.facets.members?.setPaused(false);
    await expect.poll(() => received, within).toContainEqual(expect.stringContaining("execution_success"));
    await expect.poll(() => redis.client.keys("{pictor}:client:*"), within).toEqual([]);
  });

  it("that connects again to a pool of queues gets the events of its prompt for at most 50 commands, while 5,000 others wait in each", async () => {
    const redis = await startRedisAndClient();
    onTestFinished(() => redis.close());
    const farms = new Map<string, OwnFarm>();
    for (const prefix of ["north", "south"]) {
      const farm = await openOwnFarm(redis.url, { prefix });
      const worker = await farm.work("gpu", ownServer(succeeds, "A"));
      await farm.backend.facets.members?.setPaused(true);
      await worker.stop();
      farms.set(prefix, farm);
    }
    const openOver = () =>
      openPool(
        { members: [...farms.keys()], weights: [], capacities: [], drained: [] },
        {
          name: "farm",
          signal: new AbortController().signal,
          clock: realClock,
          logger: silentLogger,
          backends: { openInstance: (name) => Promise.resolve(farms.get(name)!.backend) },
        },
      );
    const first = openOver();
    const body = JSON.stringify({ prompt: graphOf("A"), client_id: "mine", prompt_id: "p" });
    const reply = await first.facets.direct?.send({ method: "POST", path: "/prompt", body });
    expect(await text((reply?.body ?? []) as ReadableStream)).toContain('"prompt_id":"p"');
    for (const { backend } of farms.values()) await submitOthers(backend);
    // The pool that has submitted the prompt ends: nobody but Redis knows it.
    await first.close();
    const second = openOver();
    onTestFinished(() => second.close());
    await second.info();
    const before = await callsOf(redis.client);
    const received: string[] = [];
    await second.facets.direct?.connect(
      { path: "/ws?clientId=mine" },
      { message: (data) => void received.push(String(data)), close: () => undefined },
    );
    expect((await callsOf(redis.client)) - before).toBeLessThanOrEqual(50);

    for (const farm of farms.values()) {
      await farm.work("gpu", ownServer(succeeds, "A"));
      await farm.backend.facets.members?.setPaused(false);
    }
    await expect.poll(() => received, within).toContainEqual(expect.stringContaining("execution_success"));
  });
});
