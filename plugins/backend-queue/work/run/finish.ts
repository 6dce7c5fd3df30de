// Ends a run of a prompt, however long Redis or the store is away or refuses it: until then the worker keeps the verdict.
//
// The worker first notes that it ends the run (`end` of the hash), so that nobody else declares it lost, and then ends
// the job. If the job is not the worker's any more, because it gave no sign for too long, the verdict is kept in the
// hash until somebody takes the job and ends it.

import { saysOutOfMemory } from "@pictor/kernel/plugin";
import type { TakenJob } from "../../bull/jobs.js";
import { dropFromClient } from "../../protocol/clients.js";
import { replaceEnd, setEnd, type End } from "../../protocol/claims.js";
import { endedRuns } from "../../protocol/job-data.js";
import { countWaiting } from "../../protocol/owners.js";
import { turnOf } from "../../protocol/rounds.js";
import {
  isFailure,
  keepVerdict,
  readVerdict,
  reasonOfVerdict,
  type KeptVerdict,
  type Verdict,
} from "../../protocol/verdicts.js";
import { markWaiting } from "../../sets/heads.js";
import { untilDone } from "../parts/retry.js";
import type { WorkerParts } from "../parts/worker-parts.js";

export interface Ending {
  /** The verdict that stands: another process may have declared the prompt lost before. */
  readonly verdict: Verdict;
  /** Whether the prompt is run again. */
  readonly isRetried: boolean;
}

/** Whether a failure allows another run: a prompt that is lost may have been run, which takes the consent of the operator. */
function mayRetry({ job }: TakenJob, kept: KeptVerdict, { settings }: WorkerParts): boolean {
  if (!isFailure(kept) || endedRuns(job) + 1 >= (job.opts.attempts ?? 1)) return false;
  return kept.state === "lost" ? settings.retryLost : "error" in kept && saysOutOfMemory(kept.error);
}

/** Ends a job whose run has ended before. Rejects as Redis does. */
export const settle = (taken: TakenJob, kept: KeptVerdict, parts: WorkerParts): Promise<boolean> =>
  isFailure(kept) ? taken.fail(reasonOfVerdict(kept), mayRetry(taken, kept, parts)) : taken.complete(kept);

/** Keeps the verdict for whoever takes the job next. */
async function keep({ set, id, job }: TakenJob, verdict: KeptVerdict, parts: WorkerParts): Promise<void> {
  const { connection, keys, queues, worker, recordSeconds: seconds } = parts;
  const now = await queues.find(set, id);
  if (now === undefined || now.finishedOn !== undefined || now.attemptsMade !== job.attemptsMade) return;
  await replaceEnd(connection, keys, { id, attempt: endedRuns(job), by: worker, verdict, seconds });
  await markWaiting(parts, set, turnOf(job.priority));
}

/** Ends a run that this worker had, or `by` another one, which is gone. Rejects with the reason of the signal only. */
export async function finish(
  taken: TakenJob,
  verdict: Verdict,
  parts: WorkerParts,
  by = parts.worker,
): Promise<Ending> {
  const { connection, keys, store, presence, worker, recordSeconds: seconds } = parts;
  const { id, job } = taken;
  const run = { id, attempt: endedRuns(job), seconds };
  /** Notes who ends the run. A failure after which it is tried again is not shown. */
  const note = (own: KeptVerdict): Promise<End> =>
    by !== worker || (isFailure(own) && !mayRetry(taken, own, parts))
      ? replaceEnd(connection, keys, Object.assign({ by, verdict: own }, run))
      : setEnd(connection, keys, Object.assign({ end: { by } }, run));
  const own = await untilDone(
    () => (verdict.state === "lost" ? Promise.resolve(verdict) : keepVerdict(verdict, store)),
    parts,
  );
  const end = await untilDone(() => note(own), parts);
  const kept = "verdict" in end ? end.verdict : own;
  const isRetried = mayRetry(taken, kept, parts);
  await untilDone(async () => {
    // Hosts that learn of the end count the prompt no more.
    presence.show(undefined);
    if (!(await settle(taken, kept, parts))) await keep(taken, kept, parts);
    else if (isRetried) await connection.run(...countWaiting(keys, job.data, 1));
  }, parts);
  const left = isRetried ? [] : dropFromClient(keys, job.data, id);
  if (left.length > 0) connection.all(left).catch(() => undefined);
  // One that cannot be read here is of another version, and no host of this version reads it either.
  const standing = kept === own ? verdict : await readVerdict(kept, store).catch(() => verdict);
  return { verdict: standing, isRetried };
}
