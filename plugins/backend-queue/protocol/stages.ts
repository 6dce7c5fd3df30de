// Where a prompt is: what BullMQ says about its job, and the hash of the prompt about its runs. Pure.

import type { BullJob } from "../redis/packages.js";
import { claimIn, endIn, isRemoved, type PromptFields } from "./claims.js";
import { endedRuns } from "./job-data.js";
import { failed, type KeptVerdict } from "./verdicts.js";

export type Stage =
  /** Never submitted, removed, or forgotten after its end. */
  | { readonly is: "unknown" }
  | { readonly is: "waiting"; readonly attempt: number }
  | { readonly is: "claimed"; readonly attempt: number; readonly claim: string }
  | { readonly is: "ended"; readonly attempt: number; readonly verdict: unknown };

/** How a job that BullMQ keeps among the failed ones has ended. */
function failureOf(fields: PromptFields, attempt: number, { failedReason = "" }: BullJob): KeptVerdict {
  const end = endIn(fields, attempt);
  // Without the hash, such as after somebody else has failed the job.
  return end !== undefined && "verdict" in end
    ? end.verdict
    : failed({ exception: "Error", message: failedReason });
}

export function stageOf(fields: PromptFields, job: BullJob | undefined): Stage {
  if (job === undefined || fields["set"] === undefined) return { is: "unknown" };
  const { finishedOn, returnvalue } = job;
  const attempt = endedRuns(job);
  if (finishedOn !== undefined)
    return { is: "ended", attempt: attempt - 1, verdict: returnvalue ?? failureOf(fields, attempt - 1, job) };
  if (isRemoved(fields, attempt)) return { is: "unknown" };
  const end = endIn(fields, attempt);
  if (end !== undefined && "verdict" in end) return { is: "ended", attempt, verdict: end.verdict };
  const claim = claimIn(fields, attempt);
  return claim === undefined ? { is: "waiting", attempt } : { is: "claimed", attempt, claim };
}
