// What operators expect of a queue, on a real Redis: two servers of one queue share the quotas of its owners, and a
// trace goes on in the worker.

import { startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";
import type { Pictor } from "@pictor/host";
import { createTestFolder } from "@pictor/host/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { WorkTraces } from "../../../cli/commands/worker/work-traces.js";
import { patience } from "../../../host/testing/patience.js";
import { startTestServer, type TestServer } from "../../../server/testing/start-server.js";
import { registerMemorySdk } from "../../../services/tracing/memory-sdk.test.support.js";
import { loadTracing } from "../../../services/tracing/tracing.js";
import { openPictor, queueIn, startWorker, type Worker } from "./queue-work.test.support.js";
import { hasRedis, startRedis, withoutRedis, type RedisServer } from "./redis-server.test.support.js";

describe.skipIf(!hasRedis)(`a queue with two servers${withoutRedis}`, () => {
  let redis: RedisServer;
  let studio: EmbeddedServer;
  let pictor: Pictor;
  let worker: Worker;
  let servers: readonly TestServer[];
  let sdk: ReturnType<typeof registerMemorySdk>;

  beforeAll(async () => {
    sdk = registerMemorySdk();
    redis = await startRedis();
    process.env["PICTOR_TEST_REDIS_URL"] = redis.url;
    const folder = createTestFolder();
    studio = await startEmbeddedServer();
    const backends = { farm: queueIn(folder), studio: { kind: "remote", baseUrl: studio.url } };
    const configuration = { backend: "farm", backends, server: { quota: { waiting: 2 } } };
    pictor = await openPictor(folder, configuration);
    const traces = new WorkTraces(await loadTracing(), "gpu-1");
    const { backend: queue } = await pictor.openBackend("farm");
    const { backend: server } = await pictor.openBackend("studio");
    worker = await startWorker(queue, server, "gpu-1", (event) => traces.observe(event));
    servers = [await startTestServer({ configuration }), await startTestServer({ configuration })];
  });
  afterAll(async () => {
    await worker.stop();
    for (const server of servers) await server.close();
    await pictor.dispose();
    await studio.close();
    await redis.close();
    sdk.unregister();
  });

  const submit = async (server: TestServer | undefined, token: string) => {
    const params = { prompt: "a fox", width: 64, height: 64, steps: 1 };
    return server?.call("POST", "/v1/jobs", { body: { workflow: "txt2img", params }, token });
  };

  it("admits as many prompts of an owner as one server would", async () => {
    const [one, other] = servers;
    const body = { name: "anna", scopes: ["generate"] };
    const [ofOne = "", ofOther = ""] = await Promise.all(
      servers.map(async (server) =>
        String((await server.call("POST", "/v1/tokens", { body })).json()["token"]),
      ),
    );
    await one?.call("POST", "/v1/backends/farm/pause", { body: {} });
    expect((await submit(one, ofOne))?.status).toBe(202);
    expect((await submit(other, ofOther))?.status).toBe(202);
    const waiting = async () =>
      (await other?.call("GET", "/v1/backends/farm/members", { token: ofOther }))?.json()["owners"];
    await expect.poll(waiting, patience).toEqual([{ owner: "anna", waiting: 2, running: 0 }]);
    for (const [server, token] of [
      [one, ofOne],
      [other, ofOther],
    ] as const) {
      const refused = await submit(server, token);
      expect([refused?.status, refused?.json()["code"]]).toEqual([429, "API_QUOTA_REACHED"]);
    }
    const gateway = await one?.call("POST", "/comfy/farm/prompt", { body: { prompt: {} }, token: ofOne });
    expect(gateway?.status).toBe(429);
    await other?.call("POST", "/v1/backends/farm/resume", { body: {} });
    await expect.poll(async () => (await submit(one, ofOne))?.status, patience).toBe(202);
  });

  it("has the work of the worker in the trace of the job", async () => {
    const named = (name: string) => sdk.spans.filter((span) => span.name === name);
    await vi.waitFor(() => {
      const works = named("pictor.work").filter(({ hasEnded }) => hasEnded);
      expect(works.length).toBeGreaterThanOrEqual(2);
      const prompts = named("pictor.prompt");
      for (const { parent } of works)
        expect(prompts.map(({ own }) => [own.traceId, own.spanId])).toContainEqual([
          parent?.traceId,
          parent?.spanId,
        ]);
    }, patience);
    const jobs = new Set(named("pictor.job").map(({ own }) => own.traceId));
    for (const { own } of named("pictor.work")) expect([...jobs]).toContain(own.traceId);
  });
});
