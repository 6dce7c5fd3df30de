// The owner, the priority and the limit of running prompts of a job reach the backend.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Job } from "@pictor/client";
import type { Backend, BackendEvent } from "@pictor/kernel";
import { backendPlugin, saveBackend, saveGraph } from "../testing/save-backend.js";
import { jobOf } from "../../client/testing/job-of.js";
import { startTestServer } from "../testing/start-server.js";

/** A server whose backend notes what is submitted. `lines` are in its journal. */
async function open(...lines: readonly object[]) {
  const seen: Parameters<Backend["submit"]>[0][] = [];
  let listener: (event: BackendEvent) => void = () => undefined;
  const backend = saveBackend("seen", {
    events: async (given) => {
      listener = given;
      return () => undefined;
    },
    submit: async (submission) => {
      seen.push(submission);
      const { promptId } = submission;
      listener({ type: "ended", promptId });
      return { promptId, dropped: [] };
    },
    state: async () => ({ state: "succeeded", outputs: [], silent: ["1"] }),
  } satisfies Partial<Backend>);
  const folder = mkdtempSync(join(tmpdir(), "pictor-job-owner-"));
  const graph = join(folder, "graph.json");
  writeFileSync(graph, JSON.stringify(saveGraph));
  const body = { workflow: "custom", params: { graph }, backend: "farm", priority: "low" };
  mkdirSync(join(folder, "server"));
  const texts = lines.map((line) => `${JSON.stringify(line).replaceAll("GRAPH", graph)}\n`);
  writeFileSync(join(folder, "server/jobs.jsonl"), texts.join(""));
  const test = await startTestServer({
    folder,
    plugins: [backendPlugin("seen", () => backend)],
    configuration: { backends: { farm: { kind: "seen" } }, server: { quota: { running: 2 } } },
  });
  onTestFinished(() => test.close());
  return { body, seen, test };
}

it("a submission names the token, the priority and the limit, also when the job is submitted again", async () => {
  const { body, seen, test } = await open();
  const post = async (path: string, sent: object): Promise<Job> =>
    (await test.call("POST", path, { body: sent, headers: { Prefer: "wait=30" } })).json() as unknown as Job;
  const job = await post("/v1/jobs", body);
  expect(job.error).toBeUndefined();
  await post(`/v1/jobs/${job.id}/retry`, {});
  await expect.poll(() => seen.length).toBe(2);
  expect(seen).toMatchObject([
    { owner: "pictor serve", priority: "low", runningLimit: 2 },
    { owner: "pictor serve", priority: "low", runningLimit: 2 },
  ]);
  expect(await test.codeOf("POST", "/v1/jobs", { body: { ...body, priority: "urgent" } })).toEqual([
    422,
    "API_INPUT_INVALID",
  ]);
});

it("a job that the next server submits has the limit of its submission", async () => {
  const request = { workflow: "custom", params: { graph: "GRAPH" }, backend: "farm" };
  const job = jobOf({ seq: 1, backend: "farm", createdAtMs: 1_000, state: "building", request });
  const { seen } = await open({ job, paths: {}, sent: [], runningLimit: 3 });
  await expect.poll(() => seen).toMatchObject([{ runningLimit: 3 }]);
});
