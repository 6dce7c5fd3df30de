// Clients over real sockets that come late, are cut off, fall behind or meet a restarted server end with the state of the server.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { startEmbeddedServer } from "@pictor/backend-embedded/testing";
import { createClient, type ClientOptions, type Job, type Live } from "@pictor/client";
import { startLossyProxy, type LossyProxy } from "./lossy-proxy.js";
import { startTestServer, type TestServer } from "./start-server.js";

let test: TestServer;
let proxy: LossyProxy;
let folder: string;
const live = new Set<Live>();
const start = (): Promise<TestServer> =>
  startTestServer({
    folder,
    eventsKept: 40,
    publicOrigins: [proxy.url],
    configuration: { backends: { farm: { kind: "remote", baseUrl: backend.url } } },
  });
const backend = await startEmbeddedServer({ previews: "none" });
afterAll(() => backend.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pictor-cuts-"));
  proxy = await startLossyProxy();
  test = await start();
  proxy.target(test.port);
});
afterEach(async () => {
  for (const each of live) each.close();
  live.clear();
  await proxy.close();
  await test.close();
});

const transports: readonly [string, Pick<ClientOptions, "events" | "WebSocket">][] = [
  ["server-sent events", { events: "server-sent" }],
  ["a WebSocket", { events: "socket", WebSocket }],
];

function follow(transport: Pick<ClientOptions, "events" | "WebSocket">, url = proxy.url): Live {
  const client = createClient({ url, token: test.server.token, ...transport });
  const found = client.connect();
  live.add(found);
  return found;
}
let count = 0;
async function submit(steps = 2): Promise<string> {
  const params = { prompt: `a kite ${count++}`, width: 64, height: 64, steps, seed: "1" };
  const body = { workflow: "txt2img", backend: "farm", params };
  return String((await test.call("POST", "/v1/jobs", { body })).json()["id"]);
}
const jobOf = async (id: string): Promise<Job> =>
  (await test.call("GET", `/v1/jobs/${id}`)).json() as unknown as Job;

/** Resolves when the client's state fits. */
const until = (one: Live, fits: (jobs: ReadonlyMap<string, Job>) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (one.state === undefined || !fits(one.state.jobs)) return;
      stop();
      resolve();
    };
    const stop = one.subscribe(look);
    look();
  });
const untilEnded = (one: Live, ...ids: readonly string[]): Promise<void> =>
  until(one, (jobs) => ids.every((id) => jobs.get(id)?.endedAtMs !== undefined));

/** Everything that the server lists, as the client has it. */
async function expectSameState(one: Live): Promise<void> {
  const listed = (await test.call("GET", "/v1/jobs?limit=100")).json()["jobs"] as readonly Job[];
  expect([...(one.state?.jobs.values() ?? [])].reverse()).toEqual(listed);
}

describe.each(transports)("over %s", (_name, transport) => {
  it("a restart in the middle of a job is survived: the job goes on at its backend, and is seen to its end", async () => {
    const { token } = await test.createToken("page", ["read"]);
    const lasting = createClient({ url: proxy.url, token: token, ...transport }).connect();
    live.add(lasting);
    const id = await submit(150);
    await until(lasting, (jobs) => jobs.get(id)?.progress !== undefined);
    await test.server.close("leave");
    test = await start();
    proxy.target(test.port);
    await untilEnded(lasting, id);
    expect(lasting.state?.jobs.get(id)).toMatchObject({ state: "finished", outputs: [{ index: 0 }] });
    await untilEnded(follow(transport), id);
    await expectSameState(lasting);
  });

  it("a generation survives cuts, more events than are kept, and a restart of the server, and can then be cancelled", async () => {
    const { token } = await test.createToken("script", ["generate"]);
    const client = createClient({ url: proxy.url, token: token, ...transport });
    const request = {
      workflow: "txt2img",
      backend: "farm",
      params: { prompt: "a kite", width: 256, height: 256, steps: 10_000 },
    };
    const leaving = new AbortController();
    const stages = [
      () => {
        proxy.cut();
        return Promise.resolve();
      },
      async () => {
        proxy.refuse(true);
        proxy.cut();
        const ids = await Promise.all(Array.from({ length: 8 }, () => submit()));
        for (const id of ids) await test.call("POST", `/v1/jobs/${id}/cancel`, { body: {} });
        proxy.refuse(false);
      },
      async () => {
        await test.server.close("leave");
        test = await start();
        proxy.target(test.port);
        leaving.abort();
      },
    ];
    let next = 0;
    let isBusy = false;
    let seen = 0;
    const job = await client.generate(request, {
      signal: leaving.signal,
      onProgress: ({ progress }) => {
        if (isBusy || progress === undefined || progress.overall === seen) return;
        seen = progress.overall;
        const stage = stages[next];
        if (stage === undefined) return;
        next++;
        isBusy = true;
        void stage().then(() => {
          isBusy = false;
        });
      },
    });
    expect([job.state, next]).toEqual(["interrupted", stages.length]);
    expect({ ...job, seq: 0 }).toEqual({ ...(await jobOf(job.id)), seq: 0 });
  });

  it("a generation ends with an error if a new run of the server does not know its job", async () => {
    const { token } = await test.createToken("script", ["generate"]);
    const client = createClient({ url: proxy.url, token: token, ...transport });
    let isLost = false;
    const params = { prompt: "a kite", width: 64, height: 64, steps: 5_000 };
    const generation = client.generate(
      { workflow: "txt2img", backend: "farm", params },
      {
        onProgress: ({ progress }) => {
          if (isLost || progress === undefined) return;
          isLost = true;
          void test.server.close("leave").then(async () => {
            rmSync(join(folder, "server", "jobs.jsonl"));
            test = await start();
            proxy.target(test.port);
          });
        },
      },
    );
    await expect(generation).rejects.toMatchObject({ status: 404, code: "API_THING_UNKNOWN" });
  });
});
