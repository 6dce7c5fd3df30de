// The end of the server, and its jobs: cancelled, or left on their backends for the next server to follow.

import { afterAll, afterEach, describe, expect, it } from "vitest";
import { startEmbeddedServer } from "@pictor/backend-embedded/testing";
import type { Job } from "@pictor/client";
import { readStream } from "../testing/read-stream.js";
import { startTestServer, type TestServer } from "../testing/start-server.js";

const backend = await startEmbeddedServer({ previews: "none" });
afterAll(() => backend.close());

let test: TestServer;
const configuration = () => ({
  backend: "farm",
  backends: { farm: { kind: "remote", baseUrl: backend.url }, inside: { kind: "embedded" } },
});
const start = async (folder?: string): Promise<TestServer> =>
  (test = await startTestServer({ configuration: configuration(), ...(folder !== undefined && { folder }) }));
const restart = async (how?: "cancel" | "leave"): Promise<TestServer> => {
  await test.server.close(how);
  return start(test.folder);
};
afterEach(() => test.close());

/** Does not end within a test. */
const endless = { prompt: "a kite", width: 512, height: 512, steps: 10_000, seed: "1" };
let seed = 10;
const small = () => ({ prompt: "a kite", width: 64, height: 64, steps: 2, seed: String(seed++) });

const read = async (id: string): Promise<Job> =>
  (await test.call("GET", `/v1/jobs/${id}`)).json() as unknown as Job;
const submit = async (body: object): Promise<string> =>
  String((await test.call("POST", "/v1/jobs", { body: { workflow: "txt2img", ...body } })).json()["id"]);

async function until(id: string, fits: (job: Job) => boolean): Promise<Job> {
  const reader = await readStream(test, `/v1/events?job=${id}`);
  let job = await read(id);
  while (!fits(job)) {
    const seen = job.seq;
    await reader.until(({ data }) => Number(data["seq"]) > seen);
    job = await read(id);
  }
  reader.close();
  return job;
}
const isRunning = ({ state }: Job): boolean => state === "running";
const isEnded = ({ endedAtMs }: Job): boolean => endedAtMs !== undefined;
const queued = async (): Promise<number> => {
  const queue = (await (await fetch(new URL("queue", backend.url))).json()) as Record<
    string,
    readonly unknown[]
  >;
  return Object.values(queue).flat().length;
};

describe("a server that leaves its jobs", () => {
  it("is followed by one that follows them, also without the name of a backend, and can cancel them", async () => {
    await start();
    const id = await submit({ params: endless });
    await until(id, isRunning);
    await restart("leave");
    expect(await queued()).toBe(1);
    expect((await until(id, isRunning)).backend).toBe("farm");
    await test.call("POST", `/v1/jobs/${id}/cancel`, { body: {} });
    expect(await until(id, isEnded)).toMatchObject({ state: "interrupted", by: "caller" });
    expect(await queued()).toBe(0);
  });

  it("loses no job that waits behind another one, and none that has ended before", async () => {
    await start();
    const ended = await submit({ params: small() });
    await until(ended, isEnded);
    const first = await submit({ params: endless });
    await until(first, isRunning);
    const second = await submit({ params: small() });
    await until(second, ({ state }) => state === "queued");
    await restart("leave");
    await test.call("POST", `/v1/jobs/${first}/cancel`, { body: {} });
    expect(await until(second, isEnded)).toMatchObject({ state: "finished", outputs: [{ index: 0 }] });
    expect((await read(ended)).state).toBe("finished");
  });

  it("goes on with the batches that were not submitted, and keeps the outputs of those before", async () => {
    await start();
    const first = await submit({ params: small(), count: 2 });
    await until(first, isEnded);
    const blocker = await submit({ params: endless });
    await until(blocker, isRunning);
    const id = await submit({ params: small(), count: 3 });
    await until(id, ({ state }) => state === "queued");
    await restart("leave");
    await test.call("POST", `/v1/jobs/${blocker}/cancel`, { body: {} });
    const job = await until(id, isEnded);
    expect(job).toMatchObject({ state: "finished", problems: [] });
    expect(job.outputs.map(({ index, batch }) => [index, batch])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
    expect((await test.call("GET", job.outputs[0]?.href ?? "")).status).toBe(200);
  });

  it("cancels the jobs of a backend that ends with it", async () => {
    await start();
    const id = await submit({ params: endless, backend: "inside" });
    await until(id, isRunning);
    await restart("leave");
    expect(await read(id)).toMatchObject({ state: "interrupted", by: "caller" });
  });
});

describe("a server that ends", () => {
  it("cancels its jobs, also those of an earlier run", async () => {
    await start();
    const id = await submit({ params: endless });
    await until(id, isRunning);
    await restart("leave");
    await until(id, isRunning);
    await restart();
    expect(await read(id)).toMatchObject({ state: "interrupted", by: "caller" });
    expect(await queued()).toBe(0);
  });

  it("leaves a job whose time has not come to the next one", async () => {
    await start();
    const id = await submit({ params: small(), notBeforeMs: Date.now() + 3_600_000 });
    const isWaiting = ({ state }: Job): boolean => state === "waiting";
    await until(id, isWaiting);
    await restart();
    await until(id, isWaiting);
    await test.call("POST", `/v1/jobs/${id}/cancel`, { body: {} });
    expect(await until(id, isEnded)).toMatchObject({ state: "interrupted", by: "caller" });
  });

  it("leaves the prompts of other programs alone", async () => {
    await start();
    const own = await submit({ params: endless });
    const { promptIds } = await until(own, isRunning);
    await restart("leave");
    const attached = await test.call("POST", "/v1/jobs/attach", {
      body: { promptId: promptIds[0], backend: "farm" },
    });
    const id = String(attached.json()["id"]);
    await until(id, isRunning);
    await restart("leave");
    expect(await queued()).toBe(1);
    for (const followed of [own, id]) await until(followed, isRunning);
    await restart();
    expect(await queued()).toBe(0);
  });
});
