// What a tool says of a job that waits.

import { expect, it } from "vitest";
import type { Job } from "@pictor/client";
import { jobView } from "./job-view.js";

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
