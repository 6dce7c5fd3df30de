// Ends a run of a prompt, however long Redis or the store is away or refuses it: until then the worker keeps the verdict.
//
// The worker first notes that it ends the run (`end` of the hash), so that nobody else declares it lost, and then ends the job. If the job is
// not the worker's any more, because it gave no sign for too long, the verdict is kept in the hash until somebody takes the job and ends it.

import type { Session } from "../base/session.js";
import { dropFromClient } from "../protocol/clients.js";
import { replaceEnd, setEnd, type End } from "../protocol/claims.js";
import { endedRuns } from "../protocol/job-data.js";
import { countWaiting } from "../protocol/owners.js";
import { turnOf } from "../protocol/rounds.js";
import {
  isFailure,
  keepVerdict,
  readVerdict,
  reasonOfVerdict,
  type KeptVerdict,
  type Verdict,
} from "../protocol/verdicts.js";
import { markWaiting } from "../sets/heads.js";
import type { Queues, TakenJob } from "../sets/queues.js";
import { allowsRetry } from "./retries.js";
import { untilDone } from "./retry.js";

export interface Ending {
  /** The verdict that stands: another process may have declared the prompt lost before. */
  readonly verdict: Verdict;
  /** Whether the prompt is run again. */
  readonly isRetried: boolean;
}

export interface Finisher {
  /** Ends a run that this worker had, or `by` another one, which is gone. Rejects with the reason of the signal only. */
  set(taken: TakenJob, verdict: Verdict, by?: string): Promise<Ending>;
  /** Ends a job whose run has ended before. Rejects as Redis does. */
  settle(taken: TakenJob, kept: KeptVerdict): Promise<boolean>;
}

export interface FinisherOptions {
  readonly session: Session;
  readonly queues: Queues;
  readonly worker: string;
  readonly signal: AbortSignal;
  /** Called before a job ends, so that hosts that learn of the end count the prompt no more. */
  onEnding(): void;
  /** Called with errors that somebody has to correct, before the verdict is set again. */
  onRefusal(error: unknown): void;
}

export function createFinisher(options: FinisherOptions): Finisher {
  const { session, queues, worker, signal, onEnding, onRefusal } = options;
  const { connection, keys, store, clock, settings, recordSeconds: seconds } = session;
  const waits = { clock, signal, onRefusal };
  const mayRetry = ({ job }: TakenJob, kept: KeptVerdict): boolean =>
    endedRuns(job) + 1 < (job.opts.attempts ?? 1) && allowsRetry(kept, settings);
  const settle: Finisher["settle"] = (taken, kept) =>
    isFailure(kept)
      ? queues.fail(taken, reasonOfVerdict(kept), mayRetry(taken, kept))
      : queues.complete(taken, kept);

  /** Notes who ends the run. A failure after which it is tried again is not shown. */
  const note = async (taken: TakenJob, kept: KeptVerdict, by: string): Promise<End> => {
    const run = { id: taken.id, attempt: endedRuns(taken.job) };
    const isWhole = isFailure(kept) && !mayRetry(taken, kept);
    return by !== worker || isWhole
      ? replaceEnd(connection, keys, Object.assign(run, { by, verdict: kept, seconds }))
      : setEnd(connection, keys, Object.assign(run, { end: { by }, seconds }));
  };
  /** Keeps the verdict for whoever takes the job next. */
  const keep = async ({ set, id, job }: TakenJob, verdict: KeptVerdict): Promise<void> => {
    const now = await queues.find(set, id);
    if (now === undefined || now.finishedOn !== undefined || now.attemptsMade !== job.attemptsMade) return;
    await replaceEnd(connection, keys, { id, attempt: endedRuns(job), by: worker, verdict, seconds });
    await markWaiting(connection, keys, set, turnOf(job.priority));
  };

  return {
    settle,
    async set(taken, verdict, by = worker) {
      const own = await untilDone(
        () => (verdict.state === "lost" ? Promise.resolve(verdict) : keepVerdict(verdict, store)),
        waits,
      );
      const end = await untilDone(() => note(taken, own, by), waits);
      const kept = "verdict" in end ? end.verdict : own;
      const isRetried = isFailure(kept) && mayRetry(taken, kept);
      await untilDone(async () => {
        onEnding();
        if (!(await settle(taken, kept))) await keep(taken, kept);
        else if (isRetried) await connection.run(...countWaiting(keys, taken.job.data, 1));
      }, waits);
      const left = isRetried ? [] : dropFromClient(keys, taken.job.data, taken.id);
      if (left.length > 0) connection.all(left).catch(() => undefined);
      // One that cannot be read here is of another version, and no host of this version reads it either.
      const standing = kept === own ? verdict : await readVerdict(kept, store).catch(() => verdict);
      return { verdict: standing, isRetried };
    },
  };
}
