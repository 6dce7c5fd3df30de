// The contract of backends, for a queue over a real Redis with a worker whose server can hold its runs.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createPictor, loadConfiguration } from "@pictor/host";
import { pluginContract } from "@pictor/host/testing";
import { exampleGraph, startEmbeddedServer } from "@pictor/backend-embedded/testing";
import type { Graph, WorkEvent } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { hasRedis, startRedis, withoutRedis } from "./redis-server.test.support.js";

/** Starts Redis, a server, and a worker in a kernel of its own, which has real time. */
async function start() {
  const redis = await startRedis();
  const server = await startEmbeddedServer();
  const folder = await mkdtemp(join(tmpdir(), "pictor-contract-"));
  process.env["PICTOR_TEST_REDIS_URL"] = redis.url;
  const settings = {
    redis: { $env: "PICTOR_TEST_REDIS_URL" },
    store: { folder: join(folder, "store") },
    lockSeconds: 2,
  };
  const flags = {
    backends: { farm: { ...settings, kind: "queue" }, studio: { kind: "remote", baseUrl: server.url } },
  };
  const pictor = await createPictor({ configuration: await loadConfiguration({ directory: folder, flags }) });
  const ending = new AbortController();
  const events: WorkEvent[] = [];
  const queue = (await pictor.openBackend("farm")).backend;
  const working = queue.facets.work?.work((await pictor.openBackend("studio")).backend, {
    name: "worker",
    drain: new AbortController().signal,
    signal: ending.signal,
    report: (event: WorkEvent) => events.push(event),
  });
  while (!events.some(({ type }) => type === "ready")) await delay(10);
  return {
    settings,
    async stop() {
      ending.abort();
      await working;
      await pictor.dispose();
      await server.close();
      await redis.close();
      await rm(folder, { recursive: true, force: true });
    },
    submission: (seed: number) => ({ graph: exampleGraph({ seed }) as Graph }),
    hold() {
      server.faults.set([{ kind: "slow-steps", ms: 3_600_000 }]);
      return () => {
        server.faults.clear();
      };
    },
  };
}

/**
 * Rules that need an address that can be cut, which a secret is not, or kinds with choices of their own: chaos.test.ts cuts the lines of a
 * queue.
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
