// bull-board, as an operator of BullMQ uses it, before a queue over a real Redis: it shows the prompts, and retries and
// promotes them.

import { Queue } from "bullmq";
import type { PromptState } from "@pictor/kernel/plugin";
import { describe, expect, it, onTestFinished } from "vitest";
import { submittedAs } from "../../../plugins/backend-queue/protocol/attempts.js";
import { startForAll } from "../../start-for-all.test.support.js";
import { startBoard } from "./board.test.support.js";
import { graphOf, openOwnFarm, ownServer, succeeds } from "./own-farm.test.support.js";
import { hasRedis, startRedisAndClient, withoutRedis } from "./redis-server.test.support.js";

const within = { timeout: 30_000, interval: 20 };
const noMemory: PromptState = {
  state: "failed",
  outputs: [],
  error: { exception: "torch.OutOfMemoryError", message: "Allocation on device 0" },
};

describe.skipIf(!hasRedis)(`bull-board${withoutRedis}`, { timeout: 60_000 }, () => {
  const redis = startForAll(startRedisAndClient);

  it("shows graph, owner, state and verdict, and its retry and promotion run a prompt again", async () => {
    // A retry by itself would come after an hour.
    const farm = await openOwnFarm(redis.url, { retries: 1, retrySeconds: 3_600 });
    let isLarge = true;
    const server = ownServer((id) => (id !== "done" && isLarge ? noMemory : succeeds(id)), "A");
    const worker = await farm.work("gpu", server);
    const submit = (promptId: string) =>
      farm.backend.submit({ promptId, graph: graphOf("A"), owner: "anna" });
    await submit("done");
    await expect.poll(farm.stateOf("done"), within).toBe("succeeded");
    const [set = ""] = await redis.client.zrange("{pictor}:heads", "0", "-1");
    const queue = new Queue(set, { connection: redis.client, prefix: "{pictor}" });
    onTestFinished(() => queue.close());
    const board = await startBoard(queue);
    onTestFinished(() => board.close());
    const job = (id: string): string => `${board.url}api/queues/${encodeURIComponent(queue.name)}/${id}`;
    const ask = async (id: string): Promise<unknown> => (await fetch(job(id))).json();
    const order = async (id: string, what: "promote" | "retry"): Promise<number> =>
      (await fetch(`${job(id)}/${what}`, { method: "PUT" })).status;

    expect(await ask("done")).toMatchObject({
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
    expect(await order("large", "promote")).toBe(204);
    await expect.poll(farm.stateOf("large"), within).toBe("failed");
    expect(await ask("large")).toMatchObject({
      status: "failed",
      job: { failedReason: "Allocation on device 0" },
    });
    isLarge = false;
    expect(await order("large", "retry")).toBe(204);
    await expect.poll(farm.stateOf("large"), within).toBe("succeeded");
    const runs = [0, 1, 2].map((attempt) => submittedAs({ id: "large", attempt }));
    expect(server.submitted).toEqual(["done", ...runs]);
    await worker.stop();
  });
});
