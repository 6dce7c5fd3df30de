// Jobs after a restart of the server: the journal of the earlier run is written by hand, as a crash leaves it.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import { startEmbeddedServer } from "@pictor/backend-embedded/testing";
import type { Job } from "@pictor/client";
import { createPictor } from "@pictor/host";
import { loadConfiguration } from "@pictor/kernel";
import { jobOf } from "../../client/testing/job-of.js";
import { readStream } from "../testing/read-stream.js";
import { startTestServer, type TestServer } from "../testing/start-server.js";

const backend = await startEmbeddedServer({ previews: "none" });
afterAll(() => backend.close());
let test: TestServer | undefined;
afterEach(() => test?.close());

const params = { prompt: "a kite", width: 64, height: 64, steps: 2 };
const configuration = () => ({ backends: { farm: { kind: "remote", baseUrl: backend.url } } });

/** Submits a prompt as the earlier run did. */
async function submitPrompt(seed: string): Promise<string> {
  const pictor = await createPictor({
    configuration: await loadConfiguration({ directory: tmpdir(), flags: configuration() }),
  });
  const result = await pictor.submit({ workflow: "txt2img", backend: "farm", params: { ...params, seed } });
  await pictor.dispose();
  if (result.status !== "submitted") throw new Error(result.status);
  return result.promptIds[0] ?? "";
}

const onFarm = (change: Partial<Job>): Job =>
  jobOf({ seq: 17, backend: "farm", createdAtMs: 1_000, ...change });

/** Starts a server that finds the lines in its journal. */
async function restart(...lines: readonly (object | string)[]): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), "pictor-restart-"));
  mkdirSync(join(folder, "server"));
  const text = lines.map((line) => (typeof line === "string" ? line : `${JSON.stringify(line)}\n`)).join("");
  writeFileSync(join(folder, "server/jobs.jsonl"), text);
  test = await startTestServer({ folder, configuration: configuration() });
  return test;
}

async function whenEnded(on: TestServer, id = "job-1"): Promise<Job> {
  const reader = await readStream(on, `/v1/events?job=${id}`);
  const read = async () => (await on.call("GET", `/v1/jobs/${id}`)).json() as unknown as Job;
  if ((await read()).endedAtMs === undefined) await reader.until(({ event }) => event === "result");
  reader.close();
  return read();
}

it("a job that the backend has accepted is followed to its end, and its output is served", async () => {
  const on = await restart({ job: onFarm({ promptIds: [await submitPrompt("1")] }), paths: {} });
  const job = await whenEnded(on);
  expect([job.state, job.outputs.length]).toEqual(["finished", 1]);
  const output = await on.call("GET", job.outputs[0]?.href ?? "");
  expect(output.headers["content-type"]).toBe("image/png");
});

const request = { workflow: "txt2img", backend: "farm", params: { ...params, seed: "4" } };

it("a job that no backend has accepted is submitted", async () => {
  const on = await restart({ job: onFarm({ state: "building", request }), paths: {}, sent: [] });
  expect(await whenEnded(on)).toMatchObject({ state: "finished", outputs: [{ index: 0 }] });
});

it("a job before which the server has ended again and again is not submitted once more, and can be retried", async () => {
  const on = await restart({ job: onFarm({ state: "building", request }), paths: {}, sent: [], starts: 3 });
  expect(await whenEnded(on)).toMatchObject({
    state: "interrupted",
    problems: [{ code: "API_JOB_NOT_SUBMITTED" }],
  });
  const again = await on.call("POST", "/v1/jobs/job-1/retry", { body: {} });
  expect((await whenEnded(on, String(again.json()["id"]))).state).toBe("finished");
});

it("a job whose upload is gone ends with the reason", async () => {
  const image = { $upload: "0".repeat(64) };
  const lost = { ...request, workflow: "img2img", params: { ...params, image } };
  const on = await restart({ job: onFarm({ state: "building", request: lost }), paths: {}, sent: [] });
  expect(await whenEnded(on)).toMatchObject({ state: "failed", error: { code: "API_UPLOAD_UNKNOWN" } });
});

it("an Idempotency-Key gives the job of the earlier run", async () => {
  const first = await restart();
  const body = { workflow: "txt2img", backend: "farm", params: { ...params, seed: "5" } };
  const headers = { "Idempotency-Key": "key-1", Prefer: "wait=30" };
  const { id } = (await first.call("POST", "/v1/jobs", { body, headers })).json() as { readonly id: string };
  await first.server.close();
  test = await startTestServer({ folder: first.folder, configuration: configuration() });
  const again = await test.call("POST", "/v1/jobs", { body, headers });
  expect(again.json()).toMatchObject({ id, state: "finished" });
  const other = await test.call("POST", "/v1/jobs", { body: { ...body, count: 2 }, headers });
  expect(other.json()["code"]).toBe("API_KEY_REUSED");
});
