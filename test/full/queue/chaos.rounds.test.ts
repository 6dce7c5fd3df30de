// Three hosts, four workers and many prompts on a real Redis, while processes are killed and stopped, Redis is killed,
// and the network is cut: each prompt has one verdict, none is run twice, the outputs are right, and nothing is left
// behind.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";
import type { Backend, PromptState } from "@pictor/kernel";
import type { Pictor } from "@pictor/host";
import { userVariables } from "@pictor/host/testing";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { bundleFarm } from "./bundle.test.support.js";
import { startCutProxy, type CutProxy } from "./cut-proxy.test.support.js";
import { rounds } from "../../rounds.test.support.js";
import { graphOf, openFarm, promptIdOf, type FarmTask } from "./farm-process.test.support.js";
import { leftovers } from "./leftovers.test.support.js";
import { hasRedis, startRedis, withoutRedis, type RedisServer } from "./redis-server.test.support.js";

const { numRuns: prompts } = rounds(120, 2_000);
const prefix = "chaos";
const lockSeconds = 2;
const lostSeconds = 30;

interface Child {
  readonly process: ChildProcess;
  readonly ended: Promise<unknown>;
}

// A second attempt would count the runs of the first.
describe.skipIf(!hasRedis)(`a farm in trouble${withoutRedis}`, { retry: 0 }, () => {
  let redis: RedisServer;
  let proxy: CutProxy;
  let folder: string;
  let servers: readonly EmbeddedServer[];
  let pictor: Pictor;
  let backend: Backend;
  let bundle: ReturnType<typeof bundleFarm>;
  const children = new Set<ChildProcess>();
  const failures: string[] = [];

  const taskOf = (task: Pick<FarmTask, "role" | "name"> & Partial<FarmTask>): FarmTask => ({
    folder,
    prefix,
    lockSeconds,
    lostSeconds,
    ...task,
  });
  const run = (task: FarmTask): Child => {
    const env = {
      ...process.env,
      PICTOR_TEST_REDIS_URL: proxy.url,
      PICTOR_FARM_TASK: JSON.stringify(task),
      ...userVariables(folder),
    };
    const child = spawn(process.execPath, [bundle.script], { env, stdio: ["ignore", "ignore", "inherit"] });
    children.add(child);
    child.on("exit", (code) => {
      if (code !== null && code !== 0) failures.push(`${task.name} has ended with ${code}`);
    });
    return { process: child, ended: once(child, "exit").finally(() => children.delete(child)) };
  };
  const worker = (index: number): Child =>
    run(taskOf({ role: "worker", name: `worker-${index}`, server: servers[index]?.url ?? "" }));
  const host = (index: number): Child =>
    run(
      taskOf({
        role: "host",
        name: `host-${index}`,
        from: Math.floor((index * prompts) / 3),
        to: Math.floor(((index + 1) * prompts) / 3),
      }),
    );

  beforeAll(async () => {
    bundle = bundleFarm();
    redis = await startRedis({ durable: true });
    proxy = await startCutProxy(redis.port);
    process.env["PICTOR_TEST_REDIS_URL"] = redis.url;
    folder = await mkdtemp(join(tmpdir(), "pictor-chaos-"));
    servers = await Promise.all([0, 1, 2, 3].map(() => startEmbeddedServer({ previews: "none" })));
    pictor = await openFarm(taskOf({ role: "host", name: "observer" }));
    backend = (await pictor.openBackend("farm")).backend;
  });
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await pictor.dispose();
    await Promise.all(servers.map((server) => server.close()));
    await proxy.close();
    await redis.close();
    bundle.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const queues = new Map<string, Queue>();
  /** Reads how many prompts have ended. */
  const verdicts = async (client: Redis): Promise<number> => {
    let sum = 0;
    for (const set of await client.zrange(`{${prefix}}:heads`, "0", "-1").catch(() => [])) {
      let queue = queues.get(set);
      if (queue === undefined) {
        queue = new Queue(set, { connection: client, prefix: `{${prefix}}` });
        queue.on("error", () => undefined);
        queues.set(set, queue);
      }
      const counts = await queue.getJobCounts("completed", "failed").catch(() => undefined);
      sum += (counts?.["completed"] ?? 0) + (counts?.["failed"] ?? 0);
    }
    return sum;
  };

  it("gives each prompt one verdict, runs none twice, and leaves nothing behind", async () => {
    const client = new Redis(redis.url, { maxRetriesPerRequest: null });
    client.on("error", () => undefined);
    const workers = [0, 1, 2, 3].map(worker);
    const untilEnded = async (count: number): Promise<void> => {
      while ((await verdicts(client)) < count) {
        expect(failures).toEqual([]);
        await delay(100);
      }
    };
    const kill = async (list: Child[], index: number, again: (index: number) => Child): Promise<void> => {
      list[index]?.process.kill("SIGKILL");
      await list[index]?.ended;
      list[index] = again(index);
    };
    // The hosts need to know what the workers can run.
    while ((await backend.catalog({ refresh: true }).catch(() => new Map())).size === 0) {
      expect(failures).toEqual([]);
      await delay(100);
    }
    const hosts = [0, 1, 2].map(host);
    let kills = 0;
    const killWorker = (index: number): Promise<void> => {
      kills++;
      return kill(workers, index, worker);
    };

    await untilEnded(prompts * 0.05);
    await killWorker(0);
    await kill(hosts, 0, host);
    await untilEnded(prompts * 0.15);
    workers[1]?.process.kill("SIGSTOP");
    await killWorker(2);
    await untilEnded(prompts * 0.25);
    proxy.cut();
    await delay(1_000);
    proxy.heal();
    await kill(hosts, 1, host);
    await untilEnded(prompts * 0.35);
    await delay(2 * lockSeconds * 1_000);
    workers[1]?.process.kill("SIGCONT");
    await redis.stop("SIGKILL");
    await delay(500);
    await redis.start();
    await untilEnded(prompts * 0.5);
    await killWorker(3);
    await killWorker(1);
    await untilEnded(prompts * 0.65);
    proxy.silence();
    await delay(2_000);
    proxy.heal();
    await kill(hosts, 2, host);
    await redis.stop("SIGTERM");
    await redis.start();
    await untilEnded(prompts * 0.8);
    await killWorker(0);
    await Promise.all(hosts.map(({ ended }) => ended));
    await untilEnded(prompts);

    const states = new Map<string, PromptState>();
    for (let number = 0; number < prompts; number++)
      states.set(promptIdOf(number), await backend.state(promptIdOf(number)));
    const counted = new Map<string, number>();
    for (const { state } of states.values()) counted.set(state, (counted.get(state) ?? 0) + 1);
    const lost = [...states].filter(([, state]) => state.state === "lost");
    expect([...counted.keys()].filter((state) => state !== "succeeded" && state !== "lost")).toEqual([]);
    // A worker that was killed between its claim and the submission does not know whether the server has the prompt.
    expect(lost.length).toBeLessThanOrEqual(kills);

    // What the servers have run: each has a history, and has counted what it accepted.
    const runs = new Map<string, number>();
    for (const server of servers) {
      const history = (await (await fetch(new URL("history", server.url))).json()) as Record<string, unknown>;
      for (const id of Object.keys(history)) runs.set(id, (runs.get(id) ?? 0) + 1);
      const probe = { prompt_id: `probe-${server.url.length}`, prompt: graphOf(999_999) };
      const reply = await fetch(new URL("prompt", server.url), {
        method: "POST",
        body: JSON.stringify(probe),
      });
      const { number } = (await reply.json()) as { readonly number: number };
      expect(number).toBe(Object.keys(history).length);
    }
    expect([...runs].filter(([, count]) => count !== 1)).toEqual([]);
    const ran = new Set(runs.keys());
    expect([...states].filter(([id, { state }]) => state === "succeeded" && !ran.has(id))).toEqual([]);

    const written = new Map<string, Buffer>();
    for (const { outputDirectory } of servers)
      for (const name of await readdir(outputDirectory))
        written.set(name.slice(0, promptIdOf(0).length), await readFile(join(outputDirectory, name)));
    for (const [id, state] of states) {
      if (state.state !== "succeeded") continue;
      const [file] = state.outputs;
      expect(state.outputs).toHaveLength(1);
      const chunks: Uint8Array[] = [];
      for await (const chunk of backend.fetchOutput(file!)) chunks.push(chunk);
      expect(Buffer.concat(chunks).equals(written.get(id) ?? Buffer.alloc(0)), id).toBe(true);
    }

    for (const { process: child } of workers) child.kill("SIGTERM");
    await Promise.all(workers.map(({ ended }) => ended));
    // Names have a lifetime of a few seconds.
    await expect.poll(() => leftovers(client, prefix), { timeout: 30_000, interval: 200 }).toEqual([]);
    client.disconnect();
    console.log(
      `${prompts} prompts: ${JSON.stringify(Object.fromEntries(counted))}, ${kills} workers killed`,
    );
  });
});
