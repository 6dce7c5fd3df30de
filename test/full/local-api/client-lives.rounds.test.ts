// Random lives of clients over real sockets: cuts, refused connections, silent ones, cuts of three seconds, and more events than
// the server keeps. After each life the client has the state of the server.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { WebSocket } from "ws";
import { afterAll, expect, it } from "vitest";
import { createClient, type ClientOptions, type Job, type LiveState } from "@pictor/client";
import { startLossyProxy } from "../../../server/testing/lossy-proxy.js";
import { startTestServer } from "../../../server/testing/start-server.js";
import { rounds } from "../../rounds.test.support.js";

type Step = "submit" | "submit-long" | "cancel" | "cut" | "refuse" | "accept" | "silence" | "pause" | "away";
const steps = fc.array(
  fc.oneof(
    ...(["submit", "submit-long", "cancel", "cut", "refuse", "accept", "silence", "pause"] as const).map(
      (step) => ({ weight: 8, arbitrary: fc.constant<Step>(step) }),
    ),
    { weight: 1, arbitrary: fc.constant<Step>("away") },
  ),
  { minLength: 1, maxLength: 12 },
);

const proxy = await startLossyProxy();
const test = await startTestServer({
  folder: mkdtempSync(join(tmpdir(), "pictor-lives-")),
  eventsKept: 60,
  publicOrigins: [proxy.url],
});
proxy.target(test.port);
afterAll(async () => {
  await proxy.close();
  await test.close();
});

let count = 0;
async function submit(stepCount: number): Promise<string> {
  const params = { prompt: `a kite ${count++}`, width: 64, height: 64, steps: stepCount, seed: "1" };
  const body = { workflow: "txt2img", backend: "embedded", params };
  return String((await test.call("POST", "/v1/jobs", { body })).json()["id"]);
}

async function perform(step: Step, ids: string[]): Promise<void> {
  if (step === "submit") ids.push(await submit(2));
  else if (step === "submit-long") ids.push(await submit(400));
  else if (step === "cancel" && ids.length > 0)
    await test.call("POST", `/v1/jobs/${ids.at(-1) ?? ""}/cancel`, { body: {} });
  else if (step === "cut") proxy.cut();
  else if (step === "refuse" || step === "accept") {
    proxy.refuse(step === "refuse");
    if (step === "refuse") proxy.cut();
  } else if (step === "silence") proxy.silence(true);
  else if (step === "pause") await wait(30);
  else if (step === "away") {
    proxy.refuse(true);
    proxy.cut();
    await wait(3_000);
  }
}

async function listJobs(): Promise<readonly Job[]> {
  const jobs: Job[] = [];
  for (let cursor = ""; ;) {
    const page = (await test.call("GET", `/v1/jobs?limit=100${cursor}`)).json() as {
      readonly jobs: readonly Job[];
      readonly cursor?: string;
    };
    jobs.push(...page.jobs);
    if (page.cursor === undefined) return jobs;
    cursor = `&cursor=${page.cursor}`;
  }
}

const transports: readonly [string, Pick<ClientOptions, "events" | "WebSocket">][] = [
  ["server-sent events", { events: "server-sent" }],
  ["a WebSocket", { events: "socket", WebSocket }],
];

it.each(transports)("over %s, random lives", async (_name, transport) => {
  await fc.assert(
    fc.asyncProperty(steps, async (life) => {
      const live = createClient({ url: proxy.url, token: test.server.token, ...transport }).connect();
      const ids: string[] = [];
      for (const step of life) await perform(step, ids);
      await test.call("POST", "/v1/jobs/cancel", { body: { ids } });
      // A silent connection is noticed after 45 seconds; the life ends sooner, as if the network had come back.
      proxy.silence(false);
      proxy.refuse(false);
      const isSame = async (state: LiveState | undefined): Promise<boolean> => {
        const jobs = await listJobs();
        if (jobs.some(({ endedAtMs }) => endedAtMs === undefined)) return false;
        return JSON.stringify([...(state?.jobs.values() ?? [])].reverse()) === JSON.stringify(jobs);
      };
      for (let turn = 0; turn < 300 && !(await isSame(live.state)); turn++) await wait(50);
      expect([...(live.state?.jobs.values() ?? [])].reverse()).toEqual(await listJobs());
      live.close();
    }),
    { ...rounds(8, 400), endOnFailure: true },
  );
});
