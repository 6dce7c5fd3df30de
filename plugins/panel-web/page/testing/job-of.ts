// A job for tests, and what a test says otherwise.

import type { Job } from "@pictor/client";

export const jobOf = (change: Partial<Job> = {}): Job => ({
  id: "1",
  seq: 1,
  state: "running",
  workflow: "txt2img",
  owner: "me",
  count: 1,
  batch: 0,
  createdAtMs: 0,
  promptIds: [],
  outputs: [],
  texts: [],
  problems: [],
  ...change,
});
