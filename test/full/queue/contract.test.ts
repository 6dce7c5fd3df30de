// The contract of backends, for a queue over a real Redis with a worker whose server can hold its runs.

import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { createTestFolder, pluginContract, userVariables } from "@pictor/host/testing";
import { exampleGraph, startEmbeddedServer } from "@pictor/backend-embedded/testing";
import type { Graph, WorkEvent } from "@pictor/kernel/plugin";
import { afterAll, describe, expect, it } from "vitest";
import { bundleFarm } from "./bundle.test.support.js";
import type { FarmTask } from "./farm-process.test.support.js";
import { hasRedis, startRedis, withoutRedis } from "./redis-server.test.support.js";

const bundle = hasRedis ? bundleFarm() : undefined;
afterAll(() => bundle?.remove());

/** Settles once the worker takes prompts. */
async function ready(worker: ChildProcessByStdio<null, Readable, null>): Promise<void> {
  for await (const line of createInterface(worker.stdout))
    if ((JSON.parse(line) as WorkEvent).type === "ready") return;
  throw new Error("the worker has ended");
}

/** Starts Redis, a server, and a worker in a process of its own: the rules count the timers of this one. */
async function start() {
  const redis = await startRedis();
  const server = await startEmbeddedServer();
  const folder = createTestFolder();
  process.env["PICTOR_TEST_REDIS_URL"] = redis.url;
  const shared = { prefix: "pictor-contract", lockSeconds: 2, lostSeconds: 60 };
  const task = { ...shared, role: "worker", name: "worker", folder, server: server.url } satisfies FarmTask;
  const worker = spawn(process.execPath, [bundle?.script ?? ""], {
    env: { ...process.env, ...userVariables(folder), PICTOR_FARM_TASK: JSON.stringify(task) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(worker, "exit");
  await ready(worker);
  worker.stdout.resume();
  return {
    settings: {
      ...shared,
      redis: { $env: "PICTOR_TEST_REDIS_URL" },
      store: { folder: join(folder, "store") },
    },
    async stop() {
      worker.kill("SIGKILL");
      await ended;
      await server.close();
      await redis.close();
    },
    submission: (seed: number) => ({ graph: exampleGraph({ seed }) as Graph }),
    hold() {
      server.faults.set([{ kind: "slow-steps", ms: 3_600_000 }]);
      return () => server.faults.clear();
    },
  };
}

/**
 * Rules that need an address that can be cut, which a secret is not, or kinds with choices of their own: chaos.test.ts
 * cuts the lines of a queue.
 */
const notChecked = [
  "backend-lost",
  "backend-choices",
  "backend-cut",
  "backend-unreachable",
  "backend-signal",
];
const checks = pluginContract(join(import.meta.dirname, "../../../plugins/backend-queue"), {
  samples: { backends: { queue: { start } } },
});

describe.skipIf(!hasRedis)(`a queue${withoutRedis}`, () => {
  it.each(checks.filter(({ id }) => id.startsWith("backend-") && !notChecked.includes(id)))(
    "$id: $name",
    async ({ run }) => {
      expect(await run()).toBeUndefined();
    },
  );
});
