// The first state of a job.

import type { Job } from "@pictor/client";

/** A job that has just been submitted or attached. */
export const newJob = (
  id: string,
  seq: number,
  now: number,
  rest: Pick<Job, "workflow" | "owner" | "count">,
): Job => ({
  id,
  seq,
  state: "building",
  ...rest,
  batch: 0,
  createdAtMs: now,
  promptIds: [],
  outputs: [],
  texts: [],
  problems: [],
});
