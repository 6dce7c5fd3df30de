// `pictor serve` over a pool is killed while jobs run and wait: the next one follows those that were sent, and submits
// the others.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";
import { createTestFolder, patience } from "@pictor/host/testing";
import { isEnded, type Client, type Job } from "@pictor/client";
import { endServed, serve } from "./serve.test.support.js";

const runningJobs = 5;
const allJobs = 16;

/** The first run of each server takes some seconds. */
async function startMember(): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer({
    previews: "none",
    faults: [{ kind: "silence", ms: 8_000, times: 1 }],
  });
  onTestFinished(() => server.close());
  return server;
}

/** How many prompts a server has run. */
async function runsOf({ url }: EmbeddedServer): Promise<number> {
  const reply = await fetch(new URL("history", url));
  return Object.keys((await reply.json()) as object).length;
}

const jobsOf = async (client: Client): Promise<readonly Job[]> =>
  (await client.calls.listJobs({ query: { limit: allJobs } })).jobs;

it("all jobs succeed, and none is run twice", async () => {
  const folder = createTestFolder();
  onTestFinished(endServed);
  const servers = await Promise.all(Array.from({ length: runningJobs }, startMember));
  const members = servers.map(({ url }, at) => [`gpu-${at}`, { kind: "remote", baseUrl: url }] as const);
  const farm = { kind: "pool", members: members.map(([name]) => name) };
  const backends = { farm, ...Object.fromEntries(members) };
  writeFileSync(join(folder, "pictor.json"), JSON.stringify({ backend: "farm", backends }));

  const first = await serve(folder);
  const params = (at: number) => ({ prompt: "a kite", width: 64, height: 64, steps: 2, seed: String(at) });
  for (let at = 0; at < allJobs; at++)
    await first.client.calls.submitJob({ body: { workflow: "txt2img", params: params(at) } });
  const count = (jobs: readonly Job[], state: Job["state"]) =>
    jobs.filter((job) => job.state === state).length;
  await vi.waitFor(async () => {
    const jobs = await jobsOf(first.client);
    expect([count(jobs, "running"), count(jobs, "queued")]).toEqual([runningJobs, allJobs - runningJobs]);
  }, patience);
  endServed();

  const second = await serve(folder);
  const ended = await vi.waitFor(async () => {
    const jobs = await jobsOf(second.client);
    expect(jobs.filter(isEnded)).toHaveLength(allJobs);
    return jobs;
  }, patience);
  expect(ended.map(({ state, outputs, error }) => [state, outputs.length, error])).toEqual(
    Array.from({ length: allJobs }, () => ["finished", 1, undefined]),
  );
  const runs = await Promise.all(servers.map(runsOf));
  expect(runs.reduce((sum, one) => sum + one, 0)).toBe(allJobs);
  await second.interrupt();
});
