// A generation of the client against a real server: it reads its own job alone, shows previews, and ends when it is cancelled.

import { afterAll, describe, expect, it } from "vitest";
import { startEmbeddedServer } from "@pictor/backend-embedded/testing";
import { createClient, type ClientOptions, type LivePreview } from "@pictor/client";
import { startTestServer } from "./start-server.js";
import { WebSocket } from "ws";

const backend = await startEmbeddedServer({ previews: "auto" });
const configuration = { backends: { farm: { kind: "remote", baseUrl: backend.url } } };
const test = await startTestServer({ configuration });
afterAll(async () => {
  await test.close();
  await backend.close();
});

const requestOf = (steps: number) => ({
  workflow: "txt2img",
  backend: "farm",
  params: { prompt: "a kite", width: 64, height: 64, steps },
});
const endless = requestOf(10_000);

const transports: readonly [string, Pick<ClientOptions, "events" | "WebSocket">][] = [
  ["server-sent events", { events: "server-sent" }],
  ["a WebSocket", { events: "socket", WebSocket }],
];

describe.each(transports)("over %s", (_name, transport) => {
  const paths: string[] = [];
  const recording: typeof fetch = (input, init) => {
    paths.push(`${init?.method ?? "GET"} ${(input as URL).pathname}`);
    return fetch(input, init);
  };
  const client = () =>
    createClient({ url: test.server.url, token: test.server.token, fetch: recording, ...transport });

  it("a generation reads no other job, no operation and no question", async () => {
    paths.length = 0;
    const job = await client().generate(requestOf(2));
    expect(job.state).toBe("finished");
    const events = transport.events === "socket" ? "POST /v1/tickets" : "GET /v1/events";
    expect(paths).toEqual(["POST /v1/jobs", "GET /v1", `GET /v1/jobs/${job.id}`, events]);
  });

  it("each of two parallel generations sees its own job and its own previews", async () => {
    const run = async () => {
      const seen = new Set<string>();
      const previews: LivePreview[] = [];
      const job = await client().generate(requestOf(8), {
        onProgress: ({ id }) => seen.add(id),
        onPreview: (preview) => previews.push(preview),
      });
      expect([...seen]).toEqual([job.id]);
      expect(new Set(previews.map(({ jobId }) => jobId))).toEqual(new Set([job.id]));
      return job.id;
    };
    const [one, other] = await Promise.all([run(), run()]);
    expect(one).not.toBe(other);
  });

  it("a signal that is aborted during the submission leaves no job behind", async () => {
    const leaving = new AbortController();
    const late: typeof fetch = async (input, init) => {
      const reply = await fetch(input, init);
      leaving.abort();
      return reply;
    };
    const { url, token } = test.server;
    const leaver = createClient({ url, token, fetch: late, ...transport });
    expect((await leaver.generate(endless, { signal: leaving.signal })).state).toBe("interrupted");
  });

  it("a signal that is aborted before submits nothing", async () => {
    paths.length = 0;
    const stopped = client().generate(endless, { signal: AbortSignal.abort() });
    await expect(stopped).rejects.toThrow("abort");
    expect(paths).toEqual([]);
  });
});
