// Jobs after a restart of the server: the journal of the earlier run is written by hand, as a crash leaves it.

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import { startEmbeddedServer } from "@pictor/backend-embedded/testing";
import type { Job, JobOutput, Picture } from "@pictor/client";
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

it("a later batch keeps the outputs of the earlier ones", async () => {
  const earlier: JobOutput = {
    index: 0,
    batch: 0,
    node: "9",
    place: 0,
    filename: "a.png",
    subfolder: "",
    area: "output" as const,
    address: "",
    mime: "image/png",
    seed: "1",
    href: "/v1/jobs/job-1/outputs/0",
  };
  const promptIds = ["first", await submitPrompt("2")];
  const sent = promptIds.map((promptId, batch) => ({ promptId, batch }));
  const request = { workflow: "txt2img", backend: "farm", params: { ...params, seed: "1" }, count: 2 };
  const job0 = onFarm({ count: 2, batch: 1, promptIds, outputs: [earlier], request });
  const on = await restart({ job: job0, paths: {}, sent });
  const job = await whenEnded(on);
  expect(job.state).toBe("finished");
  expect(job.outputs.map(({ index, batch, href }) => [index, batch, href])).toEqual([
    [0, 0, "/v1/jobs/job-1/outputs/0"],
    [1, 1, "/v1/jobs/job-1/outputs/1"],
  ]);
});

it("batches that were not sent are submitted after those that were, and all pictures are those of the job", async () => {
  const promptId = await submitPrompt("30");
  const request = { workflow: "txt2img", backend: "farm", params: { ...params, seed: "30" }, count: 3 };
  const sent = [{ promptId, batch: 0 }];
  const on = await restart({ job: onFarm({ count: 3, promptIds: [promptId], request }), paths: {}, sent });
  const job = await whenEnded(on);
  expect(job).toMatchObject({ state: "finished", problems: [] });
  expect(job.outputs.map(({ index, batch, seed }) => [index, batch, seed])).toEqual([
    [0, 0, "30"],
    [1, 1, "31"],
    [2, 2, "32"],
  ]);
  const { pictures } = (await on.call("GET", "/v1/pictures")).json() as {
    readonly pictures: readonly Picture[];
  };
  const own = pictures.filter(({ seed = "" }) => ["30", "31", "32"].includes(seed));
  expect(own.map(({ jobId }) => jobId)).toEqual(["job-1", "job-1", "job-1"]);
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

it("a job whose time has not come waits for it, however often the server has ended", async () => {
  const later = { ...request, notBeforeMs: Date.now() + 3_600_000 };
  const on = await restart({
    job: onFarm({ state: "waiting", request: later }),
    paths: {},
    sent: [],
    starts: 9,
  });
  const read = async () => (await on.call("GET", "/v1/jobs/job-1")).json();
  await expect.poll(read).toMatchObject({ state: "waiting", wait: { why: "time" } });
  await on.call("POST", "/v1/jobs/job-1/cancel", { body: {} });
  expect(await whenEnded(on)).toMatchObject({ state: "interrupted", by: "caller" });
});

it("a batch that lacked memory is tried again, as the job says", async () => {
  backend.faults.set([{ kind: "out-of-memory", times: 1 }]);
  const on = await restart();
  const headers = { Prefer: "wait=30" };
  const retry = { outOfMemory: { attempts: 1, backoffMs: 10 } };
  const body = { ...request, params: { ...params, seed: "44" }, retry };
  const job = (await on.call("POST", "/v1/jobs", { body, headers })).json();
  expect(job).toMatchObject({ state: "finished", problems: [{ code: "JOB_TRIED_AGAIN" }] });
});

it("a job whose upload is gone ends with the reason", async () => {
  const image = { $upload: "0".repeat(64) };
  const lost = { ...request, workflow: "img2img", params: { ...params, image } };
  const on = await restart({ job: onFarm({ state: "building", request: lost }), paths: {}, sent: [] });
  expect(await whenEnded(on)).toMatchObject({ state: "failed", error: { code: "API_UPLOAD_UNKNOWN" } });
});

it("an ended job stays in the list, and the last of its lines counts", async () => {
  const ended = onFarm({ state: "finished", endedAtMs: 2_000 });
  const on = await restart({ job: onFarm({}), paths: {} }, { job: ended, paths: {} });
  expect((await on.call("GET", "/v1/jobs")).json()["jobs"]).toMatchObject([
    { id: "job-1", state: "finished" },
  ]);
  expect(readFileSync(join(on.folder, "server/jobs.jsonl"), "utf8").trim().split("\n")).toHaveLength(1);
});

it("a line that a crash has cut, or that is none of ours, costs nothing else", async () => {
  const ended = { job: onFarm({ state: "finished", endedAtMs: 2_000 }), paths: {} };
  const on = await restart(ended, "[]\n", '{"job": {"id": "job-2", "sta');
  expect((await on.call("GET", "/v1/jobs")).json()["jobs"]).toMatchObject([{ id: "job-1" }]);
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
