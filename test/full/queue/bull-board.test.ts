// bull-board, as an operator of BullMQ uses it, before a queue over a real Redis: it shows the prompts, and retries and promotes them.

import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import type { PromptState } from "@pictor/kernel/plugin";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { graphOf, openOwnFarm, ownServer, succeeds } from "./own-farm.test.support.js";
import { hasRedis, startRedis, withoutRedis, type RedisServer } from "./redis-server.test.support.js";

const within = { timeout: 30_000, interval: 20 };
const noMemory: PromptState = {
  state: "failed",
  outputs: [],
  error: { exception: "torch.OutOfMemoryError", message: "Allocation on device 0" },
};

type Adapter = Parameters<typeof createBullBoard>[0]["serverAdapter"];
type Routes = Parameters<Adapter["setApiRoutes"]>[0];
type Queues = Parameters<Adapter["setQueues"]>[0];
type Request = Parameters<Routes[number]["handler"]>[0];

/** The routes of a board without a server. */
function openBoard(queue: Queue) {
  let routes: Routes = [];
  let queues: Queues = new Map();
  const adapter: Adapter = {
    setQueues: (all) => ((queues = all), adapter),
    setApiRoutes: (all) => ((routes = all), adapter),
    setViewsPath: () => adapter,
    setStaticPath: () => adapter,
    setEntryRoute: () => adapter,
    setErrorHandler: () => adapter,
    setUIConfig: () => adapter,
  };
  createBullBoard({
    queues: [new BullMQAdapter(queue)],
    serverAdapter: adapter,
    options: { uiBasePath: "/nowhere" },
  });
  return async (
    route: string,
    jobId?: string,
  ): Promise<{ readonly status?: number; readonly body: unknown }> => {
    const found = routes.find((each) => [each.route].flat().includes(route));
    const params = { queueName: queue.name, ...(jobId !== undefined && { jobId }) };
    const request = { queues, params, query: {}, body: {}, headers: {} } as unknown as Request;
    const reply = await found?.handler(request);
    return { status: reply?.status ?? 200, body: reply?.body };
  };
}

describe.skipIf(!hasRedis)(`bull-board${withoutRedis}`, { timeout: 60_000 }, () => {
  let redis: RedisServer;
  let client: Redis;
  beforeAll(async () => {
    redis = await startRedis();
    client = new Redis(redis.url, { maxRetriesPerRequest: null });
  });
  afterAll(async () => {
    client.disconnect();
    await redis.close();
  });

  it("shows graph, owner, state and verdict, and its retry and promotion run a prompt again", async () => {
    // A retry by itself would come after an hour.
    const farm = await openOwnFarm(redis.url, { retries: 1, retrySeconds: 3_600 });
    onTestFinished(() => farm.close());
    let isLarge = true;
    const server = ownServer((id) => (id === "large" && isLarge ? noMemory : succeeds(id)), "A");
    const worker = await farm.work("gpu", server);
    const stateOf = (id: string) => async () => (await farm.backend.state(id)).state;
    const submit = (promptId: string) =>
      farm.backend.submit({ promptId, graph: graphOf("A"), owner: "anna" });
    await submit("done");
    await expect.poll(stateOf("done"), within).toBe("succeeded");
    const [set = ""] = await client.zrange("{pictor}:heads", "0", "-1");
    const queue = new Queue(set, { connection: client, prefix: "{pictor}" });
    onTestFinished(() => queue.close());
    const ask = openBoard(queue);
    const job = "/api/queues/:queueName/:jobId";

    expect((await ask(job, "done")).body).toMatchObject({
      status: "completed",
      job: {
        id: "done",
        data: { owner: "anna", graph: graphOf("A") },
        returnValue: { state: "succeeded", outputs: [] },
        processedBy: "gpu",
      },
    });

    // The first failure waits for its retry, which a person promotes; the second one is retried by a person.
    await submit("large");
    await expect.poll(async () => (await queue.getJob("large"))?.getState(), within).toBe("delayed");
    expect(await ask(`${job}/promote`, "large")).toMatchObject({ status: 204 });
    await expect.poll(stateOf("large"), within).toBe("failed");
    expect((await ask(job, "large")).body).toMatchObject({
      status: "failed",
      job: { failedReason: "Allocation on device 0" },
    });
    isLarge = false;
    expect(await ask(`${job}/retry`, "large")).toMatchObject({ status: 204 });
    await expect.poll(stateOf("large"), within).toBe("succeeded");
    expect(server.submitted).toEqual(["done", "large", "large", "large"]);
    await worker.stop();
  });
});
