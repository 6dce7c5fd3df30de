// Jobs over the API, on the embedded server: submitted, followed, cancelled, retried, and remembered.

import { afterAll, describe, expect, it } from "vitest";
import { applyEvent, isEnded, type Job, type JobEvent } from "@pictor/client";
import { readStream } from "../testing/read-stream.js";
import { createFakeClock } from "@pictor/host/testing";
import { startTestServer } from "../testing/start-server.js";

const small = { prompt: "a kite", width: 64, height: 64, steps: 2, seed: "18446744073709551615" };
const request = { workflow: "txt2img", backend: "embedded", params: small };
/** Runs until it is cancelled. */
const endless = { ...request, params: { ...small, steps: 10_000, width: 512, height: 512 } };

const test = await startTestServer();
afterAll(() => test.close());

const asJob = (reply: { json(): unknown }): Job => reply.json() as Job;
const submit = async (body: object, headers: Readonly<Record<string, string>> = {}): Promise<Job> =>
  asJob(await test.call("POST", "/v1/jobs", { body, headers }));
let finished = 0;
/** Nothing of the job is in the cache of the embedded server. */
const finish = (body: object = { ...request, params: { ...small, prompt: `kite ${finished++}` } }) =>
  submit(body, { Prefer: "wait=30" });
const read = async (id: string): Promise<Job> => asJob(await test.call("GET", `/v1/jobs/${id}`));

async function whenEnded(id: string): Promise<Job> {
  const reader = await readStream(test, `/v1/events?job=${id}&since=0`);
  const job = await read(id);
  if (!isEnded(job)) await reader.until(({ event }) => event === "result");
  reader.close();
  return read(id);
}

const running = async (): Promise<readonly Job[]> =>
  (await test.call("GET", "/v1/jobs?state=running")).json()["jobs"] as readonly Job[];

describe("a job", () => {
  it("is the reply when it ends while the request waits", async () => {
    const reply = await test.call("POST", "/v1/jobs", { body: request, headers: { Prefer: "wait=30" } });
    const job = asJob(reply);
    expect([reply.status, job.state, job.outputs.length]).toEqual([200, "finished", 1]);
    expect(job.outputs[0]).toMatchObject({
      seed: "18446744073709551615",
      mime: "image/png",
      batch: 0,
      index: 0,
    });
    expect(JSON.stringify(job)).not.toContain(test.folder);
  });

  it("with a value that the backend does not have fails with the HTTP status of its error", async () => {
    const job = await finish({ ...request, params: { ...small, model: "nosuch" } });
    expect([job.state, job.error?.status]).toEqual(["failed", 422]);
  });

  it.each([
    ["a workflow that does not exist", { workflow: "txt2im" }, "/workflow", "txt2img"],
    ["an unknown feature", { features: [{ id: "nosuch" }] }, "/features/0/id", "the id of a feature"],
  ])("with %s is refused, and is no job", async (_title, change, pointer, text) => {
    const before = (await test.call("GET", "/v1/jobs")).json();
    const reply = await test.call("POST", "/v1/jobs", { body: { ...request, ...change } });
    expect([reply.status, reply.json()["code"]]).toEqual([422, "API_INPUT_INVALID"]);
    for (const part of [pointer, text]) expect(JSON.stringify(reply.json())).toContain(part);
    expect((await test.call("GET", "/v1/jobs")).json()).toEqual(before);
  });

  it("leaves no timer of a request that waited for less than its limit", async () => {
    const clock = createFakeClock();
    const other = await startTestServer({ clock });
    const before = clock.pending();
    await other.call("POST", "/v1/jobs", { body: request, headers: { Prefer: "wait=600" } });
    expect(clock.pending()).toBe(before);
    await other.close();
  });

  it("is the reply as it is when the limit of the request is reached", async () => {
    const clock = createFakeClock();
    const other = await startTestServer({ clock });
    const long = { ...request, params: { ...small, width: 512, height: 512, steps: 10_000 } };
    const before = clock.pending();
    const waiting = other.call("POST", "/v1/jobs", { body: long, headers: { Prefer: "wait=5" } });
    while (clock.pending() === before) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(5_000);
    expect([(await waiting).status, asJob(await waiting).endedAtMs]).toEqual([202, undefined]);
    await other.close();
  });

  it("runs on when the request does not wait", async () => {
    const reply = await test.call("POST", "/v1/jobs", { body: request });
    expect(reply.status).toBe(202);
    expect((await whenEnded(asJob(reply).id)).state).toBe("finished");
  });

  it("takes a seed as a number beyond 2^53 too, and shows it as a text", async () => {
    const params = JSON.stringify({ ...small, seed: 0 }).replace('"seed":0', '"seed":18446744073709551614');
    const body = `{"workflow":"txt2img","backend":"embedded","params":${params}}`;
    const reply = await test.call("POST", "/v1/jobs", { body, headers: { Prefer: "wait=30" } });
    const job = asJob(reply);
    expect([job.state, job.outputs[0]?.seed, job.request?.params?.["seed"]]).toEqual([
      "finished",
      "18446744073709551614",
      "18446744073709551614",
    ]);
  });
});

it("a job of several batches finishes with an output and a prompt id for each, also when the backend has the results already", async () => {
  const body = { ...request, count: 3, params: { ...small, prompt: "three kites", seed: "5" } };
  for (const job of [await finish(body), await finish(body)]) {
    expect([job.state, job.outputs.length, job.promptIds.length]).toEqual(["finished", 3, 3]);
    expect(job.problems).toEqual([]);
  }
});

it("the events of a job lead a client that has seen all of them to the state that the server has", async () => {
  const reader = await readStream(test);
  const { id } = await finish();
  await reader.until(({ event, data }) => event === "result" && data["jobId"] === id);
  reader.close();
  const own = reader.events.filter(({ data }) => data["jobId"] === id);
  const submitted = own.find(({ event }) => event === "submitted")?.data as unknown as {
    readonly seq: number;
    readonly job: Job;
  };
  const changes = own.filter(({ event }) => event !== "submitted" && event !== "preview");
  const job = changes.reduce(
    (before, { data }) => applyEvent(before, data as unknown as JobEvent, Number(data["seq"])),
    { ...submitted.job, seq: submitted.seq },
  );
  expect(job).toEqual(await read(id));
});

it("an Idempotency-Key gives the same job for the same body, and is refused for another one", async () => {
  const headers = { "Idempotency-Key": "key-1" };
  const { id } = await submit(request, headers);
  expect((await submit(request, headers)).id).toBe(id);
  expect(await test.codeOf("POST", "/v1/jobs", { body: { ...request, count: 2 }, headers })).toEqual([
    409,
    "API_KEY_REUSED",
  ]);
});

it("cancelling ends a job as interrupted by the caller", async () => {
  const { id } = await submit(endless);
  const reply = await test.call("POST", `/v1/jobs/${id}/cancel`, { body: {} });
  expect(reply.status).toBe(202);
  expect(await whenEnded(id)).toMatchObject({ state: "interrupted", by: "caller" });
});

describe("a retry, a check, an attached prompt", () => {
  it("a retry is a new job with the same request", async () => {
    const first = await finish();
    const again = asJob(await test.call("POST", `/v1/jobs/${first.id}/retry`, { body: {} }));
    expect(again.id).not.toBe(first.id);
    expect(again.request).toEqual(first.request);
    expect((await whenEnded(again.id)).state).toBe("finished");
  });

  it("a check tells what would be wrong, and submits nothing", async () => {
    const good = await test.call("POST", "/v1/jobs/check", { body: request });
    expect(good.json()).toMatchObject({ status: "ready", backend: "embedded" });
    const wrong = await test.call("POST", "/v1/jobs/check", {
      body: { ...request, params: { ...small, model: "none.safetensors" } },
    });
    expect(wrong.json()).toMatchObject({ status: "failed" });
  });

  it.each([
    [{ params: { ...small, steps: 0 } }, "#/params/steps"],
    [{ params: { ...small, stps: 4 } }, "#/params"],
    [{ features: [{ id: "hires-fix", settings: { scale: 99 } }] }, "#/features/0/settings/scale"],
  ])("the pointers of a check begin at the request: %j", async (changes, pointer) => {
    const body = { ...request, ...changes };
    const check = await test.call("POST", "/v1/jobs/check", { body });
    expect(check.json()).toMatchObject({
      status: "failed",
      problems: [],
      error: { code: "SETTINGS_INVALID", details: { pointer, problems: [{ pointer }] } },
    });
    const graphs = await test.call("POST", "/v1/jobs/graphs", { body });
    expect(graphs.json()).toMatchObject({ code: "SETTINGS_INVALID", details: { pointer } });
  });

  it("a prompt of another program is followed to its end", async () => {
    const first = await finish();
    const reply = await test.call("POST", "/v1/jobs/attach", {
      body: { promptId: first.promptIds[0], backend: "embedded" },
    });
    expect(reply.status).toBe(202);
    const job = await whenEnded(asJob(reply).id);
    expect([job.state, job.outputs.length]).toEqual(["finished", 1]);
  });
});

it("an output is served with a safe type, whole and in ranges", async () => {
  const { outputs } = await finish();
  const href = outputs[0]?.href ?? "";
  const whole = await test.call("GET", href);
  expect(whole.headers).toMatchObject({ "content-type": "image/png", "accept-ranges": "bytes" });
  const part = await test.call("GET", href, { headers: { Range: "bytes=1-3" } });
  expect([part.status, part.bytes.toString()]).toEqual([206, "PNG"]);
  const end = await test.call("GET", href, { headers: { Range: "bytes=-4" } });
  expect(end.bytes.equals(whole.bytes.subarray(-4))).toBe(true);
  expect((await test.call("GET", href, { headers: { Range: "bytes=999999999-" } })).status).toBe(416);
  expect((await test.call("GET", `${href}0`)).status).toBe(404);
});

it("the list has pages, newest first, and filters", async () => {
  await finish();
  const first = (await test.call("GET", "/v1/jobs?limit=1")).json() as { jobs: Job[]; cursor: string };
  const second = (await test.call("GET", `/v1/jobs?limit=1&cursor=${first.cursor}`)).json() as {
    jobs: Job[];
  };
  expect(first.jobs[0]?.createdAtMs).toBeGreaterThanOrEqual(second.jobs[0]?.createdAtMs ?? 0);
  expect(await running()).toEqual([]);
  expect(await test.codeOf("GET", "/v1/jobs?limit=0")).toEqual([422, "API_INPUT_INVALID"]);
  const unknown = await test.call("GET", "/v1/jobs?stat=x");
  expect(unknown.json()["title"]).toContain('Did you mean "state"?');
});

it("a token without the scope admin cannot name a file of the server's machine", async () => {
  const { token } = await test.createToken("panel", ["generate"]);
  const body = { workflow: "img2img", params: { prompt: "x", image: "/etc/passwd" } };
  expect(await test.codeOf("POST", "/v1/jobs", { body, token })).toEqual([403, "API_PATH_REFUSED"]);
  const hidden = { workflow: "txt2img", params: { prompt: { $file: "/etc/passwd" } } };
  expect((await test.call("POST", "/v1/jobs/check", { body: hidden, token })).status).toBe(403);
});
