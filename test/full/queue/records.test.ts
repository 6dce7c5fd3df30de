// Records of a queue in a real Redis: some that cannot be read, lists of prompts that wait, and a failover behind one address.

import { connect, createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { Redis } from "ioredis";
import { createFakeClock, createTestFolder } from "@pictor/host/testing";
import type { Pictor } from "@pictor/host";
import { exampleGraph, startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";
import type { Backend, Graph, WorkEvent } from "@pictor/kernel/plugin";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Packages } from "../../../plugins/backend-queue/redis/packages.js";
import { openConnection } from "../../../plugins/backend-queue/redis/redis.js";
import { openPictor, queueIn, startWorker, type Worker } from "./queue-work.test.support.js";
import { hasRedis, startRedis, withoutRedis, type RedisServer } from "./redis-server.test.support.js";

const within = { timeout: 30_000, interval: 50 };

describe.skipIf(!hasRedis)(`records of a queue${withoutRedis}`, { timeout: 60_000 }, () => {
  let redis: RedisServer;
  let admin: Redis;
  let server: EmbeddedServer;
  let pictor: Pictor;
  let farm: Backend;
  const events: WorkEvent[] = [];
  let worker: Worker;
  const start = async (): Promise<void> => {
    const { backend: studio } = await pictor.openBackend("studio");
    worker = await startWorker(farm, studio, "worker", (event) => events.push(event));
  };
  beforeAll(async () => {
    redis = await startRedis();
    admin = new Redis(redis.url);
    server = await startEmbeddedServer();
    const folder = createTestFolder();
    process.env["PICTOR_TEST_REDIS_URL"] = redis.url;
    const studio = { kind: "remote", baseUrl: server.url };
    pictor = await openPictor(folder, { backends: { farm: queueIn(folder, { lockSeconds: 1 }), studio } });
    farm = (await pictor.openBackend("farm")).backend;
    await start();
  }, 60_000);
  afterAll(async () => {
    await worker.stop();
    await pictor.dispose();
    admin.disconnect();
    await server.close();
    await redis.close();
  });

  const submit = async (promptId: string): Promise<void> => {
    const seed = Number(promptId.slice(1));
    await farm.submit({ promptId, graph: exampleGraph({ seed, steps: 1 }) as Graph });
  };
  const stateOf = async (id: string): Promise<string> => (await farm.state(id)).state;

  it("that cannot be read or are missing end their prompts alone, and the worker goes on", async () => {
    // The hosts know from the worker's record what its server has.
    await worker.stop();
    const ids = ["p1", "p2", "p3", "p4"];
    for (const id of ids) await submit(id);
    const set = (await admin.hget("{pictor}:prompt:p1", "set")) ?? "";
    await admin.hset(`{pictor}:${set}:p1`, "data", JSON.stringify({ version: 2, pages: [] }));
    await admin.hset(`{pictor}:${set}:p2`, "data", "{}");
    const waiting = await farm.prompts({ limit: 0 });
    expect(waiting.map(({ promptId, ahead }) => [promptId, ahead])).toEqual([
      ["p4", 3],
      ["p3", 2],
      ["p2", 1],
      ["p1", 0],
    ]);
    expect((await farm.facets.members?.status())?.owners).toEqual([{ waiting: 4, running: 0 }]);
    await start();
    for (const id of ["p3", "p4"]) await expect.poll(() => stateOf(id), within).toBe("succeeded");
    for (const id of ["p1", "p2"])
      expect(await farm.state(id)).toMatchObject({
        state: "failed",
        error: { exception: "QUEUE_RECORD_UNREADABLE" },
      });
    const warnings = events.flatMap((event) => (event.type === "warning" ? [event.problem.code] : []));
    expect(new Set(warnings)).toEqual(new Set(["QUEUE_REDIS_NOT_DURABLE"]));
    expect(await farm.prompts({ limit: 0 })).toEqual([]);
    expect((await farm.prompts({ limit: 3 })).map(({ promptId }) => promptId)).toEqual(["p4", "p3", "p2"]);
  });

  it("are reached again after a failover behind one address", async () => {
    const other = await startRedis();
    onTestFinished(() => other.close());
    const second = new Redis(other.url);
    let target = redis.port;
    const proxy = createServer((socket) => {
      const to = connect(target, "127.0.0.1");
      socket.pipe(to).pipe(socket);
      for (const end of [socket, to]) end.on("error", () => undefined);
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const url = `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}/0`;
    const connection = openConnection({
      packages: { Redis } as unknown as Packages,
      target: { is: "server", url },
      key: "",
      name: "farm",
      address: "proxy",
      clock: createFakeClock(),
    });
    onTestFinished(async () => {
      connection.close();
      second.disconnect();
      await admin.call("REPLICAOF", "NO", "ONE");
      proxy.close();
    });
    expect(await connection.run("set", "before", 1)).toBe("OK");
    await admin.call("REPLICAOF", "127.0.0.1", String(other.port));
    target = other.port;
    await expect(connection.run("set", "during", 1)).rejects.toMatchObject({
      code: "QUEUE_REDIS_UNREACHABLE",
      message: expect.stringContaining("READONLY") as unknown,
    });
    await expect.poll(() => connection.run("set", "after", 1).catch(() => undefined), within).toBe("OK");
    expect(await second.get("after")).toBe("1");
  });
});
