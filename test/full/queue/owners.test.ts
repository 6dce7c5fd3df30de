// Owners of a queue whose prompts wait although workers are free, over a real Redis.

import type { BackendEvent, MemberBackend } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { startForAll } from "../../start-for-all.test.support.js";
import { graphOf, openOwnFarm, ownServer, succeeds, type OwnFarm } from "./own-farm.test.support.js";
import { hasRedis, startRedisAndClient, withoutRedis } from "./redis-server.test.support.js";

/** What runs on several servers together. */
class Load {
  readonly running = new Set<string>();
  readonly began: string[] = [];
  /** The most prompts of each owner, by the first letters of their ids, that have run at the same time. */
  readonly most = new Map<string, number>();

  begin(id: string): void {
    this.began.push(id);
    this.running.add(id);
    const owner = id.slice(0, 1);
    const count = [...this.running].filter((each) => each.startsWith(owner)).length;
    this.most.set(owner, Math.max(this.most.get(owner) ?? 0, count));
  }
}

/** A server whose prompts run for a moment; those whose ids end with -long run on. */
function busyServer(load: Load): MemberBackend {
  const over = new Set<string>();
  const listeners = new Set<(event: BackendEvent) => void>();
  const server = ownServer((id) => (over.has(id) ? succeeds(id) : undefined), "A");
  return {
    ...server,
    events: (listener) => {
      listeners.add(listener);
      return Promise.resolve(() => listeners.delete(listener));
    },
    submit(submission, options) {
      const { promptId } = submission;
      load.begin(promptId);
      if (!promptId.endsWith("-long"))
        setTimeout(() => {
          load.running.delete(promptId);
          over.add(promptId);
          for (const listener of listeners) listener({ type: "ended", promptId });
        }, 15);
      return server.submit(submission, options);
    },
  };
}

const within = { timeout: 30_000, interval: 20 };

describe.skipIf(!hasRedis).each([
  ["lowest", "bullmq-lowest"],
  ["newest", "bullmq"],
])(`owners of a queue on the %s BullMQ${withoutRedis}`, { timeout: 60_000 }, (_version, bull) => {
  const redis = startForAll(startRedisAndClient);
  let count = 0;

  const open = () => openOwnFarm(redis.url, { bull, prefix: `q${count++}` });
  const submit = async ({ backend }: OwnFarm, owner: string, ...ids: readonly string[]): Promise<void> => {
    for (const promptId of ids) await backend.submit({ promptId, graph: graphOf("A"), owner });
  };

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
    await expect.poll(farm.stateOf("b1"), within).toBe("succeeded");
    const wait = { why: "paused", detail: "the owner is paused, and its prompts wait" };
    expect(await farm.backend.state("a1")).toEqual({ state: "queued", wait });
    const waits = async () =>
      Object.fromEntries((await farm.backend.prompts()).map(({ promptId, wait: why }) => [promptId, why]));
    await expect.poll(waits, within).toEqual({ a1: wait, a2: wait, a3: wait, b1: undefined });
    const owners = async () => (await members?.status())?.owners;
    expect(await owners()).toEqual([{ owner: "anna", waiting: 3, running: 0, isPaused: true }]);
    expect(server.submitted).toEqual(["b1"]);
    await farm.backend.cancel("a2");
    // The rounds of prompts that were put aside have not been served: a new owner does not come after them.
    await members?.setPaused(true);
    await submit(farm, "carl", "c1");
    await members?.setOwnerPaused("anna", false);
    await members?.setPaused(false);
    for (const id of ["a1", "a3"]) await expect.poll(farm.stateOf(id), within).toBe("succeeded");
    expect(server.submitted).toEqual(["b1", "c1", "a1", "a3"]);
    await expect.poll(owners, within).toEqual([]);
  });

  it.each([
    ["while nobody puts their prompts back", []],
    ["while a process has ended that was putting them aside or back", ["held:paused:anna", "holding"]],
  ])("whose pause ends %s are served by the upkeep", async (_what, lost) => {
    const farm = await open();
    const server = ownServer(succeeds, "A");
    await farm.work("gpu", server);
    await farm.backend.facets.members?.setOwnerPaused("anna", true);
    await submit(farm, "anna", "a1");
    const prefix = `{q${count - 1}}`;
    await expect.poll(() => redis.client.zcard(`${prefix}:held:paused:anna`), within).toBe(1);
    // As if the host had ended before it had put the prompts back.
    await redis.client.del(...["paused-owners", ...lost].map((name) => `${prefix}:${name}`));
    await expect.poll(farm.stateOf("a1"), within).toBe("succeeded");
    await expect.poll(() => redis.client.exists(`${prefix}:holding`), within).toBe(0);
  });

  const limited = async ({ backend }: OwnFarm, runningLimit: number, ...ids: readonly string[]) => {
    for (const promptId of ids)
      await backend.submit({ promptId, graph: graphOf("A"), owner: "anna", runningLimit });
  };

  it("with a limit never have more running prompts, and keep no other worker from the prompts of others", async () => {
    const farm = await open();
    const load = new Load();
    for (const name of ["gpu-1", "gpu-2"]) await farm.work(name, busyServer(load));
    await limited(farm, 1, "a-long");
    await expect.poll(() => load.began, within).toEqual(["a-long"]);
    const more = Array.from({ length: 9 }, (_, index) => `a${index}`);
    await limited(farm, 1, ...more);
    await submit(farm, "bert", "b1");
    await expect.poll(farm.stateOf("b1"), within).toBe("succeeded");
    const detail = "as many prompts of the owner run as its limit allows: 1";
    expect(await farm.backend.state("a0")).toEqual({ state: "queued", wait: { why: "limit", detail } });
    expect(load.began).toEqual(["a-long", "b1"]);
    await farm.backend.cancel("a-long");
    load.running.delete("a-long");
  });

  it("whose limit was removed begin the prompts that were submitted under it at once", async () => {
    const farm = await open();
    const load = new Load();
    for (const name of ["gpu-1", "gpu-2"]) await farm.work(name, busyServer(load));
    await limited(farm, 1, "a-long");
    await expect.poll(() => load.began, within).toEqual(["a-long"]);
    await limited(farm, 1, "a1", "a2", "a3");
    await expect.poll(() => redis.client.zcard(`{q${count - 1}}:held:limit:anna`), within).toBe(3);
    await farm.backend.facets.members?.setOwnerLimit("anna", undefined);
    for (const id of ["a1", "a2", "a3"]) await expect.poll(farm.stateOf(id), within).toBe("succeeded");
    expect(await farm.stateOf("a-long")()).toBe("running");
    await farm.backend.cancel("a-long");
  });

  it.each([1, 2])(
    "with the limit %i run all their prompts on three workers, and never more than that at once",
    async (limit) => {
      const farm = await open();
      const load = new Load();
      for (const name of ["gpu-1", "gpu-2", "gpu-3"]) await farm.work(name, busyServer(load));
      const ids = Array.from({ length: 10 }, (_, index) => `a${index}`);
      await Promise.all([limited(farm, limit, ...ids), submit(farm, "bert", "b1", "b2", "b3")]);
      for (const id of [...ids, "b3"]) await expect.poll(farm.stateOf(id), within).toBe("succeeded");
      expect(load.most.get("a")).toBeLessThanOrEqual(limit);
      expect(load.began.toSorted()).toEqual([...ids, "b1", "b2", "b3"]);
      expect(await redis.client.scard(`{q${count - 1}}:slots:anna`)).toBe(0);
    },
  );

  it("at their limit go on after their worker was killed", async () => {
    const farm = await open();
    const load = new Load();
    const killed = await farm.work("gpu-1", busyServer(load));
    await limited(farm, 1, "a-long");
    await expect.poll(() => load.began, within).toEqual(["a-long"]);
    await killed.stop("kill");
    await farm.work("gpu-2", busyServer(load));
    await limited(farm, 1, "a1", "a2");
    await submit(farm, "bert", "b1");
    for (const id of ["b1", "a1", "a2"]) await expect.poll(farm.stateOf(id), within).toBe("succeeded");
    await expect.poll(farm.stateOf("a-long"), within).toBe("lost");
  });

  it("at their limit are so again as soon as a Redis is back that has lost who runs their prompts", async () => {
    const farm = await open();
    const load = new Load();
    await farm.work("gpu", busyServer(load));
    await limited(farm, 1, "a-long");
    await expect.poll(() => load.began, within).toEqual(["a-long"]);
    const prefix = `{q${count - 1}}`;
    // As a failover leaves it to a server that has not received the last commands.
    await redis.client.del(`${prefix}:slots:anna`);
    await redis.client.hdel(`${prefix}:prompt:a-long`, "claim");
    await redis.client.call("client", "KILL", "TYPE", "normal", "SKIPME", "yes");
    await expect.poll(() => redis.client.smembers(`${prefix}:slots:anna`), within).toEqual(["gpu a-long"]);
    await expect.poll(() => redis.client.hexists(`${prefix}:prompt:a-long`, "claim"), within).toBe(1);
  });

  it("at their limit go on after a worker was killed that had not begun their prompt", async () => {
    const farm = await open();
    await (await farm.work("gpu-1", busyServer(new Load()))).stop();
    // As a process leaves it that has ended between its slot and its claim.
    await redis.client.sadd(`{q${count - 1}}:slots:anna`, "gpu-1 a1");
    await limited(farm, 1, "a1", "a2");
    await farm.work("gpu-2", busyServer(new Load()));
    for (const id of ["a1", "a2"]) await expect.poll(farm.stateOf(id), within).toBe("succeeded");
  });
});
