// Finds the prompt that an earlier process of a worker had begun and not ended.

import type { TakenJob } from "../bull/jobs.js";
import { claimIn, endIn, workerOf } from "../protocol/claims.js";
import { endedRuns } from "../protocol/job-data.js";
import { findPrompt } from "../sets/find-prompt.js";
import type { WorkerParts } from "./parts/worker-parts.js";

/** Finds it wherever its job is by now. Rejects as Redis does. */
export async function findBegun(parts: WorkerParts): Promise<TakenJob | undefined> {
  const { connection, keys, queues, worker } = parts;
  const id = await connection.run("get", keys.begun(worker));
  if (typeof id !== "string") return undefined;
  const { fields, found } = await findPrompt(parts, id);
  if (found === undefined || found.job.finishedOn !== undefined) return undefined;
  const attempt = endedRuns(found.job);
  const end = endIn(fields, attempt);
  const isOpen = end === undefined || ("by" in end && end.by === worker);
  return isOpen && workerOf(claimIn(fields, attempt) ?? "") === worker ? queues.taken(found) : undefined;
}
