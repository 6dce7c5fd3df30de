// The start of a worker while Redis is away, and a database that Redis does not have.

import { createTestFolder } from "@pictor/host/testing";
import type { MemberBackend, WorkEvent } from "@pictor/kernel/plugin";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../free-port.test.support.js";
import { openOwnFarm, ownServer, succeeds } from "./own-farm.test.support.js";
import { openPictor, queueIn } from "./queue-work.test.support.js";
import { hasRedis, startRedis, withoutRedis } from "./redis-server.test.support.js";

const folder = createTestFolder();

async function open(url: string) {
  process.env["PICTOR_TEST_REDIS_URL"] = url;
  const backends = { studio: queueIn(folder), there: { kind: "embedded" } };
  const pictor = await openPictor(folder, { backends });
  onTestFinished(() => pictor.dispose());
  const [queue, server] = await Promise.all([pictor.openBackend("studio"), pictor.openBackend("there")]);
  return { queue: queue.backend, server: server.backend };
}

it("a worker that finds no Redis says so once, and a drain ends it", async () => {
  const url = `redis://:secret@127.0.0.1:${await freePort()}/0`;
  const { queue, server } = await open(url);
  const drain = new AbortController();
  const events: WorkEvent[] = [];
  await new Promise<void>((resolve, reject) => {
    const options = { name: "one", drain: drain.signal, signal: new AbortController().signal };
    const report = (event: WorkEvent): void => {
      events.push(event);
      drain.abort();
    };
    queue.facets.work?.work(server, { ...options, report }).then(resolve, reject);
  });
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({ type: "warning", problem: { code: "QUEUE_REDIS_UNREACHABLE" } });
  expect(JSON.stringify(events)).not.toContain("secret");
});

describe.skipIf(!hasRedis)(`a real Redis${withoutRedis}`, () => {
  it("is not used with database 0 when it does not have the one of the address", async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.close());
    const { queue } = await open(redis.url.replace(/0$/, "99"));
    await expect(queue.info()).rejects.toMatchObject({ code: "QUEUE_REDIS_REPLY" });
    await expect(queue.info()).rejects.toThrow("DB index is out of range");
  });

  it("serves a worker that says which server does not answer, and takes prompts when it does", async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.close());
    // The time within which the server has to answer.
    const farm = await openOwnFarm(redis.url, { lostSeconds: 0.2 });
    const server = ownServer(succeeds, "A");
    let asked = 0;
    const listen: MemberBackend["events"] = (...given) =>
      asked++ === 0 ? new Promise(() => undefined) : server.events(...given);
    const worker = await farm.work("one", { ...server, events: listen });
    // The first one is about this Redis, which keeps nothing on disk.
    const [, ...events] = worker.events;
    expect(events).toMatchObject([
      {
        type: "warning",
        problem: {
          code: "QUEUE_SERVER_UNREACHABLE",
          message: expect.stringContaining("The backend of one cannot be reached") as string,
        },
      },
      { type: "server", state: "unreachable" },
      { type: "server", state: "ready" },
      { type: "ready" },
    ]);
  });
});
