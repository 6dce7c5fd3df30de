// What a client shows of a job besides its state: sizes of images, the expected end, the graphs.

import { afterAll, expect, it } from "vitest";
import type { Job, Picture } from "@pictor/client";
import { startTestServer } from "../testing/start-server.js";

const params = { prompt: "a kite", width: 64, height: 128, steps: 2, seed: "18446744073709551614" };
const body = { workflow: "txt2img", backend: "embedded", params };

const test = await startTestServer();
afterAll(() => test.close());

it("a saved image has its size in the job and in the gallery", async () => {
  const headers = { Prefer: "wait=30" };
  const job = (await test.call("POST", "/v1/jobs", { body, headers })).json() as unknown as Job;
  expect(job.outputs).toMatchObject([{ mime: "image/png", width: 64, height: 128 }]);
  expect(job.startedAtMs).toBeGreaterThanOrEqual(job.createdAtMs);
  // Other tests write into the same journal.
  const { pictures } = (await test.call("GET", "/v1/pictures")).json() as {
    readonly pictures: readonly Picture[];
  };
  expect(pictures.find(({ jobId }) => jobId === job.id)).toMatchObject({ width: 64, height: 128 });
});

it("the graphs of a job are those that it would submit, with whole seeds", async () => {
  const reply = await test.call("POST", "/v1/jobs/graphs", { body: { ...body, count: 2 } });
  expect(reply.bytes.toString()).toMatch(/: 18446744073709551614\b[^]*: 18446744073709551615\b/);
  const graphs = reply.json() as unknown as readonly Record<string, { readonly class_type: string }>[];
  expect(graphs).toHaveLength(2);
  expect(Object.values(graphs[0] ?? {}).map((node) => node.class_type)).toContain("KSampler");
});

it("a job that cannot be built has no graphs, but the reason", async () => {
  const wrong = { ...body, params: { ...params, steps: "many" } };
  expect(await test.codeOf("POST", "/v1/jobs/graphs", { body: wrong })).toEqual([422, "SETTINGS_INVALID"]);
});
