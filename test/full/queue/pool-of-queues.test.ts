// A pool of two queues, each with two workers: all four servers are busy.

import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { exampleGraph, startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";
import { createTestFolder, patience } from "@pictor/host/testing";
import type { Graph } from "@pictor/kernel/plugin";
import { openPictor, queueIn, startWorker } from "./queue-work.test.support.js";
import { hasRedis, startRedis, withoutRedis } from "./redis-server.test.support.js";

const queues = ["north", "south"];
const prompts = 12;

/** How many prompts a server runs. */
async function runningOn({ url }: EmbeddedServer): Promise<number> {
  const reply = await fetch(new URL("queue", url));
  const { queue_running: running } = (await reply.json()) as { readonly queue_running: readonly unknown[] };
  return running.length;
}

it.skipIf(!hasRedis)(
  `a pool of two queues with two workers each keeps four servers busy${withoutRedis}`,
  async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.close());
    process.env["PICTOR_TEST_REDIS_URL"] = redis.url;
    const folder = createTestFolder();
    const queue = (prefix: string) => queueIn(join(folder, prefix), { prefix, lockSeconds: 2 });
    const farm = { farm: { kind: "pool", members: queues } };
    const open = async (backends: object) => {
      const all = { ...backends, north: queue("north"), south: queue("south") };
      const pictor = await openPictor(folder, { backends: all });
      onTestFinished(() => pictor.dispose());
      return pictor;
    };

    const startOn = async (name: string, at: number): Promise<EmbeddedServer> => {
      const server = await startEmbeddedServer({
        previews: "none",
        faults: [{ kind: "silence", ms: 2_000 }],
      });
      onTestFinished(() => server.close());
      const pictor = await open({ there: { kind: "remote", baseUrl: server.url } });
      const { backend } = await pictor.openBackend(name);
      const { backend: there } = await pictor.openBackend("there");
      const worker = await startWorker(backend, there, `${name}-${at}`);
      onTestFinished(() => worker.stop("kill").catch(() => undefined));
      return server;
    };
    const servers: EmbeddedServer[] = [];
    for (const name of queues) for (const at of [1, 2]) servers.push(await startOn(name, at));

    const { backend: pool } = await (await open(farm)).openBackend("farm");
    const ended = new Set<string>();
    await pool.events((event) => {
      if (event.type === "ended" && event.as === "succeeded") ended.add(event.promptId);
    });
    const size = { width: 16, height: 16, steps: 1 };
    for (let seed = 0; seed < prompts; seed++)
      await pool.submit({ promptId: `p${seed}`, graph: exampleGraph({ ...size, seed }) as Graph });
    await expect.poll(() => Promise.all(servers.map(runningOn)), patience).toEqual([1, 1, 1, 1]);
    await expect.poll(() => ended.size, patience).toBe(prompts);
  },
);
