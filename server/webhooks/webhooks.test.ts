// When webhooks are sent: once the job has ended, again until they are accepted or given up, and after a restart of the server.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createFakeClock, createTestFolder } from "@pictor/host/testing";
import { fault, type RequestInput, type SendOptions } from "@pictor/kernel";
import type { Job, JobRequest } from "@pictor/client";
import { beforeEach, describe, expect, it } from "vitest";
import { jobOf } from "../../client/testing/job-of.js";
import { EventLog } from "../events/event-log.js";
import { RecordJournal } from "../files/record-journal.js";
import { isWebhookRecord } from "./webhook-record.js";
import { Webhooks } from "./webhooks.js";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const admin = { tokenId: "1", name: "adam", scopes: ["admin"] } as const;
const anna = { tokenId: "2", name: "anna", scopes: ["generate"] } as const;

let folder: string;
let clock: ReturnType<typeof createFakeClock>;
let jobs: Map<string, Job>;
let sent: { readonly input: RequestInput; readonly options: SendOptions }[];
/** The statuses of the next replies, or the code of an error; then 200. */
let answers: (number | "REQUEST_ADDRESS_REFUSED")[];
let ended: Set<string>;
let configured: object | undefined;

beforeEach(() => {
  folder = createTestFolder();
  clock = createFakeClock();
  jobs = new Map();
  sent = [];
  answers = [];
  ended = new Set();
  configured = { secret: { $env: "HOOK" } };
});

const journalFile = () => join(folder, "webhooks.jsonl");

function start(id: `server-1-1-1-${number}`) {
  const log = new EventLog({ clock, capacity: 100 });
  const done: string[] = [];
  const webhooks = new Webhooks({
    pictor: {
      configuration: { values: { server: { webhook: configured } } },
      resolveReferences: () => Promise.resolve(secret),
      send(input: RequestInput, options: SendOptions) {
        sent.push({ input, options });
        const status = answers.shift() ?? 200;
        if (status === "REQUEST_ADDRESS_REFUSED")
          return Promise.reject(fault(status, { host: "hooks.example" }));
        return Promise.resolve({ status, discard: () => Promise.resolve() });
      },
    } as unknown as ConstructorParameters<typeof Webhooks>[0]["pictor"],
    journal: new RecordJournal(journalFile(), isWebhookRecord),
    servers: { id, ended: (ids) => Promise.resolve(new Set([...ids].filter((each) => ended.has(each)))) },
    job: (jobId) => jobs.get(jobId),
    log,
    clock,
    redact: (text) => text,
    onDone: (result) => done.push(result),
  });
  const notices = () => JSON.stringify(log.since(0));
  return { webhooks, done, notices };
}
const request = (url = "https://hooks.example/pictor"): JobRequest => ({
  workflow: "txt2img",
  webhook: { url },
});
const newJob = (id: string, more: Partial<Job> = {}): Job => jobOf({ id, owner: "anna", ...more });
const endJob = (id: string, { webhooks }: Pick<ReturnType<typeof start>, "webhooks">): void => {
  jobs.set(id, newJob(id, { state: "finished", endedAtMs: 2_000 }));
  webhooks.jobEnded(id);
};
/** Lets what was started come to its next wait. */
const settle = () => clock.advance(0);

async function submitted(id = "job-1", caller: typeof admin | typeof anna = admin) {
  const server = start("server-1-1-1-1");
  const target = await server.webhooks.targetOf(request(), caller);
  if (target === undefined) throw new Error("no webhook");
  jobs.set(id, newJob(id));
  server.webhooks.expect(id, target);
  return server;
}

describe("a webhook", () => {
  it("is sent once, when its job has ended, as bytes that name the job", async () => {
    const server = await submitted();
    await settle();
    expect(sent).toEqual([]);
    endJob("job-1", server);
    await settle();
    expect(server.done).toEqual(["accepted"]);
    const [{ input, options } = { input: undefined, options: undefined }] = sent;
    expect(input).toMatchObject({ method: "POST", url: "https://hooks.example/pictor", redirect: "error" });
    expect(options).toMatchObject({ addresses: "any" });
    expect(input?.headers).toMatchObject({ "webhook-id": "job-1" });
    const body = JSON.parse(Buffer.from(input?.body as Uint8Array).toString()) as object;
    const { seq: _seq, ...job } = jobs.get("job-1") ?? newJob("job-1");
    expect(body).toEqual({ type: "job.ended", timestamp: "1970-01-01T00:00:02.000Z", data: job });
    await clock.advance(100_000_000);
    expect(sent).toHaveLength(1);
  });

  it("of a token that is no administrator's reaches no address of this machine", async () => {
    endJob("job-1", await submitted("job-1", anna));
    await settle();
    expect(sent).toMatchObject([{ options: { addresses: "remote" } }]);
  });

  it("that is not accepted is sent again, ever later, with the same id and another time", async () => {
    answers = [500, 302, 404];
    const server = await submitted();
    endJob("job-1", server);
    await settle();
    expect(server.webhooks.pending).toBe(1);
    for (const [delayMs, count] of [
      [4_999, 1],
      [1, 2],
      [30_000, 3],
      [300_000, 4],
    ] as const) {
      await clock.advance(delayMs);
      expect(sent).toHaveLength(count);
    }
    expect([server.done, server.webhooks.pending]).toEqual([["accepted"], 0]);
    const headers = sent.map(({ input }) => input.headers as Readonly<Record<string, string>>);
    expect(new Set(headers.map((each) => each["webhook-id"]))).toEqual(new Set(["job-1"]));
    expect(new Set(headers.map((each) => each["webhook-timestamp"])).size).toBe(4);
  });

  it("is given up after eight attempts, which is told to those who see the job", async () => {
    answers = Array<number>(20).fill(503);
    const server = await submitted();
    endJob("job-1", server);
    await clock.advance(20 * 3_600_000);
    expect([sent.length, server.done, server.webhooks.pending]).toEqual([8, ["given-up"], 0]);
    expect(server.notices()).toContain(
      "The webhook of the job job-1 at https://hooks.example was given up after 8 attempts: it replied with 503",
    );
  });

  it.each([
    [410, "was given up after one attempt: it replied with 410"],
    ["REQUEST_ADDRESS_REFUSED", "its address is one of this machine"],
  ] as const)("is not repeated after %s", async (answer, text) => {
    answers = [answer];
    const server = await submitted();
    endJob("job-1", server);
    await clock.advance(20 * 3_600_000);
    expect([sent.length, server.done]).toEqual([1, ["given-up"]]);
    expect(server.notices()).toContain(text);
  });
});

describe("after the end of the server", () => {
  it("the next one sends the webhooks that were not accepted, and those of jobs that end in it", async () => {
    answers = [500];
    const first = await submitted("job-1");
    const target = await first.webhooks.targetOf(request(), admin);
    if (target === undefined) throw new Error("no webhook");
    for (const id of ["job-2", "job-3"]) {
      jobs.set(id, newJob(id));
      first.webhooks.expect(id, target);
    }
    endJob("job-1", first);
    await settle();
    first.webhooks.stop();
    // A job that ends while the server stops is not lost either.
    endJob("job-2", first);
    await first.webhooks.close();
    expect(sent).toHaveLength(1);

    ended.add("server-1-1-1-1");
    const second = start("server-1-1-1-2");
    await second.webhooks.restore();
    await settle();
    endJob("job-3", second);
    await clock.advance(5_000);
    const ids = sent.map(({ input }) => (input.headers as Readonly<Record<string, string>>)["webhook-id"]);
    expect(ids).toEqual(["job-1", "job-2", "job-3", "job-1"]);
    expect(second.done).toHaveLength(3);
    second.webhooks.stop();
    await second.webhooks.close();

    ended.add("server-1-1-1-2");
    const third = start("server-1-1-1-3");
    await third.webhooks.restore();
    await settle();
    expect([sent.length, readFileSync(journalFile(), "utf8")]).toEqual([4, ""]);
  });

  it("leaves the webhooks of a server that lives alone, and drops those of jobs that nobody knows", async () => {
    const first = await submitted("job-1");
    await first.webhooks.close();
    const second = start("server-1-1-1-2");
    await second.webhooks.restore();
    endJob("job-1", second);
    await settle();
    expect(sent).toEqual([]);
    jobs.clear();
    ended.add("server-1-1-1-1");
    const third = start("server-1-1-1-3");
    await third.webhooks.restore();
    expect(readFileSync(journalFile(), "utf8")).toBe("");
  });
});

describe("the address", () => {
  const targetOf = (given: JobRequest["webhook"], caller: typeof admin | typeof anna = admin) =>
    start("server-1-1-1-1").webhooks.targetOf(
      { workflow: "txt2img", ...(given && { webhook: given }) },
      caller,
    );

  it("is that of the configuration for a job that names none, if there is one", async () => {
    expect(await targetOf(undefined)).toBeUndefined();
    configured = { url: "http://127.0.0.1:9/hook", secret: { $env: "HOOK" } };
    expect(await targetOf(undefined, anna)).toMatchObject({
      url: "http://127.0.0.1:9/hook",
      addresses: "any",
    });
  });

  it.each(["ftp://hooks.example/", "hooks.example", "https://hooks.example/{{token}}"])(
    "%s is refused",
    async (url) => {
      await expect(targetOf({ url })).rejects.toMatchObject({ code: "API_INPUT_INVALID" });
    },
  );

  it("needs a secret, which only an administrator names", async () => {
    const url = "https://hooks.example/";
    const own = { url, secret: { $secret: "other" } };
    expect(await targetOf(own)).toMatchObject({ secret: { $secret: "other" } });
    await expect(targetOf(own, anna)).rejects.toMatchObject({ code: "API_REFERENCE_REFUSED" });
    await expect(targetOf({ url, secret: { plain: "x" } })).rejects.toMatchObject({
      code: "API_INPUT_INVALID",
    });
    configured = undefined;
    await expect(targetOf({ url })).rejects.toMatchObject({ code: "API_WEBHOOK_UNSIGNED" });
  });
});
