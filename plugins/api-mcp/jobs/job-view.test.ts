// What a tool says of a job that waits, and of one that runs.

import { expect, it } from "vitest";
import type { Job } from "@pictor/client";
import { activityOf, jobView } from "./job-view.js";

const job: Job = {
  id: "a",
  seq: 0,
  state: "queued",
  workflow: "txt2img",
  owner: "me",
  count: 1,
  batch: 0,
  createdAtMs: 0,
  promptIds: ["p"],
  outputs: [],
  texts: [],
  problems: [],
};

it("says what keeps a queued job from running, and nothing if others merely run first", () => {
  const wait = { why: "paused", detail: "the backend is paused" } as const;
  expect(jobView({ ...job, wait })).toMatchObject({ state: "queued", waits: "the backend is paused" });
  expect(jobView(job)).not.toHaveProperty("waits");
});

it("says which node runs, with its steps if it has some, and the batch", () => {
  const running = { ...job, state: "running", activeNode: { node: "3", classType: "KSampler" } } as const;
  const progress = { batch: 0, node: "3", value: 2, max: 8, overall: 0.2 };
  expect(activityOf(running)).toBe("KSampler");
  expect(activityOf({ ...running, progress, count: 2 })).toBe("KSampler 2/8, batch 1 of 2");
  expect(activityOf({ ...running, progress: { ...progress, value: 0, max: 1 } })).toBe("KSampler");
  expect(activityOf({ ...job, count: 2 })).toBe("queued, batch 1 of 2");
});
