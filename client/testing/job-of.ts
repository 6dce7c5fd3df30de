// A job for tests: one prompt of txt2img that runs, and what a test says otherwise.

import type { Job } from "../api.gen.js";

export const jobOf = (change: Partial<Job> = {}): Job => ({
  id: "job-1",
  seq: 1,
  state: "running",
  workflow: "txt2img",
  owner: "pictor serve",
  count: 1,
  batch: 0,
  createdAtMs: 1,
  promptIds: [],
  outputs: [],
  texts: [],
  problems: [],
  ...change,
});
