// A queue on the lowest and the newest version of BullMQ that it takes, over a real Redis: what stands in the jobs,
// failed prompts and retries, workers that are gone, and servers that lack something.

import { Queue } from "bullmq";
import type { NodeError, PromptState } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import type { QueueSettings } from "../../../plugins/backend-queue/settings.gen.js";
import { submittedAs } from "../../../plugins/backend-queue/protocol/attempts.js";
import { startForAll } from "../../start-for-all.test.support.js";
import { graphOf, openOwnFarm, ownServer, succeeds, type Ends } from "./own-farm.test.support.js";
import { callsOf, hasRedis, startRedisAndClient, withoutRedis } from "./redis-server.test.support.js";

const within = { timeout: 30_000, interval: 20 };
const failure = (error: NodeError): PromptState => ({ state: "failed", outputs: [], error });
const wrong = failure({ exception: "ValueError", message: "no such sampler" });
const noMemory = failure({ exception: "torch.OutOfMemoryError", message: "Allocation on device 0" });

describe.skipIf(!hasRedis).each([
  ["lowest", "bullmq-lowest"],
  ["newest", "bullmq"],
])(`a queue on the %s BullMQ${withoutRedis}`, { timeout: 60_000 }, (_version, bull) => {
  const redis = startForAll(startRedisAndClient);
  let count = 0;

  const open = async (settings: Partial<QueueSettings> = {}) => {
    const prefix = `q${count++}`;
    return { ...(await openOwnFarm(redis.url, { bull, prefix, ...settings })), prefix };
  };
  const queueOf = async (prefix: string, id: string): Promise<Queue> => {
    const set = (await redis.client.hget(`{${prefix}}:prompt:${id}`, "set")) ?? "";
    return new Queue(set, { connection: redis.client, prefix: `{${prefix}}` });
  };

  it("keeps the record in the data of the job, and the verdict in its return value", async () => {
    const farm = await open();
    await farm.work("gpu", ownServer(succeeds, "A"));
    const seed = 18_446_744_073_709_551_615n;
    const graph = { "1": { class_type: "A", inputs: { seed } } };
    await farm.backend.submit({ promptId: "p", graph, owner: "anna" });
    await expect.poll(farm.stateOf("p"), within).toBe("succeeded");
    const job = await (await queueOf(farm.prefix, "p")).getJob("p");
    expect(job).toMatchObject({
      data: { owner: "anna", graph: { "1": { class_type: "A" } }, outputs: ["1"] },
      returnvalue: { state: "succeeded" },
    });
    expect(await farm.backend.fetchSubmission("p")).toMatchObject({ graph });
  });

  it("lists failed prompts, runs one again when a person asks for it, and forgets another", async () => {
    const farm = await open();
    let isRight = false;
    const ends: Ends = () => (isRight ? succeeds("") : wrong);
    const server = ownServer(ends, "A");
    await farm.work("gpu", server);
    for (const promptId of ["one", "two"]) await farm.backend.submit({ promptId, graph: graphOf("A") });
    for (const id of ["one", "two"]) await expect.poll(farm.stateOf(id), within).toBe("failed");
    const { failures } = farm.backend.facets;
    expect(await failures?.list()).toMatchObject([
      { promptId: "two", state: "failed", reason: "no such sampler", member: "gpu", attempts: 1 },
      { promptId: "one" },
    ]);
    isRight = true;
    expect([await failures?.retry("one"), await failures?.discard("two")]).toEqual([true, true]);
    await expect.poll(farm.stateOf("one"), within).toBe("succeeded");
    expect(await farm.stateOf("two")()).toBe("unknown");
    expect([await failures?.list(), await failures?.retry("one")]).toEqual([[], false]);
    expect(server.submitted).toEqual(["one", "two", submittedAs({ id: "one", attempt: 1 })]);
  });

  it("runs a prompt again by itself for lack of memory alone, as often as the settings say", async () => {
    const farm = await open({ retries: 1 });
    const server = ownServer((id) => (id === "wrong" ? wrong : noMemory), "A");
    await farm.work("gpu", server);
    for (const promptId of ["wrong", "large"]) await farm.backend.submit({ promptId, graph: graphOf("A") });
    await expect.poll(farm.stateOf("large"), within).toBe("failed");
    expect(server.submitted).toEqual(["wrong", "large", submittedAs({ id: "large", attempt: 1 })]);
    expect(await farm.backend.facets.failures?.list()).toMatchObject([
      { promptId: "large", attempts: 2 },
      { promptId: "wrong", attempts: 1 },
    ]);
  });

  it("declares the prompt of a worker that is gone lost, and the next process of a worker resumes it", async () => {
    const farm = await open();
    let isOver = false;
    const server = ownServer(() => (isOver ? succeeds("") : undefined), "A");
    for (const [promptId, state] of [
      ["resumed", "succeeded"],
      ["lost", "lost"],
    ] as const) {
      isOver = false;
      const worker = await farm.work("gpu", server);
      await farm.backend.submit({ promptId, graph: graphOf("A") });
      await expect.poll(() => server.submitted, within).toContain(promptId);
      await worker.stop("kill");
      isOver = true;
      if (state === "succeeded") await (await farm.work("gpu", server)).stop();
      await expect.poll(farm.stateOf(promptId), within).toBe(state);
    }
    await farm.work("other", ownServer(succeeds, "A"));
    const failed = () => farm.backend.facets.failures?.list();
    await expect.poll(failed, within).toMatchObject([{ promptId: "lost", state: "lost", member: "gpu" }]);
    expect(server.submitted).toEqual(["resumed", "lost"]);
  });

  it("moves a prompt on that a server without its class has taken", async () => {
    const farm = await open();
    const able = ownServer(succeeds, "A", "B");
    const first = await farm.work("able", able);
    // As long as all workers have the class, the queue of the prompt does not name it.
    await farm.backend.submit({ promptId: "first", graph: graphOf("A", "B") });
    await expect.poll(farm.stateOf("first"), within).toBe("succeeded");
    await first.stop();
    await farm.backend.submit({ promptId: "p", graph: graphOf("A", "B") });
    const unable = ownServer(succeeds, "A");
    await farm.work("unable", unable);
    const waiting = async () => {
      const state = await farm.backend.state("p");
      return state.state === "queued" ? state.wait?.why : state.state;
    };
    await expect.poll(waiting, within).toBe("unable");
    await farm.work("able", able);
    await expect.poll(farm.stateOf("p"), within).toBe("succeeded");
    expect([able.submitted, unable.submitted]).toEqual([["first", "p"], []]);
  });

  it("runs a prompt again that was moved after it had failed, as often as the settings say", async () => {
    const farm = await open({ retries: 1 });
    const first = await farm.work(
      "first",
      ownServer(() => noMemory, "A", "B"),
    );
    await farm.backend.submit({ promptId: "p", graph: graphOf("A", "B") });
    await expect.poll(farm.stateOf("p"), within).toBe("failed");
    await first.stop();
    const setOf = () => redis.client.hget(`{${farm.prefix}}:prompt:p`, "set");
    const set = await setOf();
    const unable = ownServer(succeeds, "A");
    await farm.work("unable", unable);
    expect(await farm.backend.facets.failures?.retry("p")).toBe(true);
    await expect.poll(setOf, within).not.toBe(set);
    let isLarge = true;
    const able = ownServer((id) => (isLarge ? noMemory : succeeds(id)), "A", "B");
    await farm.work("able", able);
    await expect.poll(farm.stateOf("p"), within).toBe("failed");
    expect(await farm.backend.facets.failures?.list()).toMatchObject([{ member: "able", attempts: 3 }]);
    isLarge = false;
    expect(await farm.backend.facets.failures?.retry("p")).toBe(true);
    await expect.poll(farm.stateOf("p"), within).toBe("succeeded");
    const runs = [2, 3].map((attempt) => submittedAs({ id: "p", attempt }));
    expect([able.submitted, unable.submitted]).toEqual([runs, []]);
  });

  it("removes a prompt that waits while the memory of Redis is full", async () => {
    const farm = await open();
    await (await farm.work("gpu", ownServer(succeeds, "A"))).stop();
    await farm.backend.submit({ promptId: "p", graph: graphOf("A") });
    const queue = await queueOf(farm.prefix, "p");
    await redis.client.config("SET", "maxmemory", "1mb");
    try {
      await expect(farm.backend.submit({ promptId: "q", graph: graphOf("A") })).rejects.toThrow("OOM");
      expect(await farm.backend.cancel("p")).toBe("removed");
    } finally {
      await redis.client.config("SET", "maxmemory", "0");
    }
    expect(await farm.stateOf("p")()).toBe("unknown");
    expect(await queue.getJobCounts("prioritized")).toEqual({ prioritized: 0 });
  });

  it("tells its state by few commands, however many prompts wait", async () => {
    const farm = await open();
    const worker = await farm.work("gpu", ownServer(succeeds, "A"));
    await worker.stop();
    const ids = Array.from({ length: 200 }, (_, index) => `p-${index}`);
    for (const [index, promptId] of ids.entries())
      await farm.backend.submit({ promptId, graph: graphOf("A"), owner: `owner-${index % 2}` });
    const { members } = farm.backend.facets;
    await members?.status();
    const before = await callsOf(redis.client);
    const status = await members?.status();
    expect((await callsOf(redis.client)) - before).toBeLessThanOrEqual(20);
    expect(
      status?.owners.toSorted((one, other) => ((one.owner ?? "") < (other.owner ?? "") ? -1 : 1)),
    ).toEqual([
      { owner: "owner-0", waiting: 100, running: 0 },
      { owner: "owner-1", waiting: 100, running: 0 },
    ]);
    for (const id of ids) expect(await farm.backend.cancel(id)).toBe("removed");
    expect((await members?.status())?.owners).toEqual([]);
  });
});
