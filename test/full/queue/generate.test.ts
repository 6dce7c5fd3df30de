// A queue over a real Redis, a worker with an embedded server, and a host that generates: one word in `kind` is different.

import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPictor, loadConfiguration, type Pictor } from "@pictor/host";
import type { WorkEvent } from "@pictor/kernel/plugin";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasRedis, startRedis, withoutRedis, type RedisServer } from "./redis-server.test.support.js";

const sources = [
  "backend-embedded",
  "backend-queue",
  "backend-remote",
  "output-files",
  "workflow-img2img",
  "workflow-txt2img",
].map((name) => ({ kind: "directory" as const, path: join(import.meta.dirname, "../../../plugins", name) }));

describe.skipIf(!hasRedis)(`a queue${withoutRedis}`, () => {
  let redis: RedisServer;
  let folder: string;
  beforeAll(async () => {
    redis = await startRedis();
    process.env["PICTOR_TEST_REDIS_URL"] = redis.url;
    folder = await mkdtemp(join(tmpdir(), "pictor-queue-"));
  });
  afterAll(async () => {
    await redis.close();
    await rm(folder, { recursive: true, force: true });
  });

  const open = async (prefix: string): Promise<Pictor> =>
    createPictor({
      builtins: "none",
      plugins: sources,
      configuration: await loadConfiguration({
        directory: folder,
        flags: {
          backends: {
            studio: { kind: "embedded" },
            farm: {
              kind: "queue",
              redis: { $env: "PICTOR_TEST_REDIS_URL" },
              prefix,
              store: { folder: join(folder, "store") },
              lockSeconds: 2,
            },
          },
        },
      }),
    });

  it("runs what a host submits, and the host saves the files", async () => {
    const pictor = await open("one");
    const events: WorkEvent[] = [];
    const drain = new AbortController();
    const farm = (await pictor.openBackend("farm")).backend;
    const working = farm.facets.work!.work((await pictor.openBackend("studio")).backend, {
      name: "first",
      drain: drain.signal,
      signal: new AbortController().signal,
      report: (event: WorkEvent) => events.push(event),
    });
    while (!events.some(({ type }) => type === "ready")) await new Promise((r) => setTimeout(r, 20));
    const generation = pictor.generate({
      workflow: "txt2img",
      params: { prompt: "a lighthouse", steps: 2, width: 64, height: 64 },
      backend: "farm",
      directory: join(folder, "out"),
    });
    const result = await generation.result;
    expect(result.status).toBe("finished");
    expect(await readdir(join(folder, "out"))).toHaveLength(1);
    drain.abort();
    await working;
    await pictor.dispose();
  });
});
