// The owner and the priority of a job reach the backend.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Job } from "@pictor/client";
import type { Backend, BackendEvent } from "@pictor/kernel";
import { backendPlugin, saveBackend, saveGraph } from "../testing/save-backend.js";
import { startTestServer } from "../testing/start-server.js";

it("a submission names the token and the priority, also when the job is submitted again", async () => {
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
  const test = await startTestServer({
    plugins: [backendPlugin("seen", () => backend)],
    configuration: { backends: { farm: { kind: "seen" } } },
  });
  onTestFinished(() => test.close());
  const graph = join(test.folder, "graph.json");
  writeFileSync(graph, JSON.stringify(saveGraph));
  const body = { workflow: "custom", params: { graph }, backend: "farm", priority: "low" };
  const post = async (path: string, sent: object): Promise<Job> =>
    (await test.call("POST", path, { body: sent, headers: { Prefer: "wait=30" } })).json() as unknown as Job;
  const job = await post("/v1/jobs", body);
  expect(job.error).toBeUndefined();
  await post(`/v1/jobs/${job.id}/retry`, {});
  await expect.poll(() => seen.length).toBe(2);
  expect(seen).toMatchObject([
    { owner: "pictor serve", priority: "low" },
    { owner: "pictor serve", priority: "low" },
  ]);
  const refused = await test.call("POST", "/v1/jobs", { body: { ...body, priority: "urgent" } });
  expect([refused.status, refused.json()["code"]]).toEqual([422, "API_INPUT_INVALID"]);
});
