// Goes on with a prompt that an earlier process of a worker had claimed: the record of the server is the truth.

import type { MemberBackend, WorkEvent } from "@pictor/kernel/plugin";
import { findSubmitted, type PromptLimits, type SubmissionOutcome } from "@pictor/prompt-life";
import type { Session } from "../base/session.js";
import { claimIn, endIn, readFields, thereIn, workerOf } from "../protocol/claims.js";
import { endedRuns, readBody } from "../protocol/job-data.js";
import type { Verdict } from "../protocol/verdicts.js";
import { findPrompt } from "../sets/find-prompt.js";
import type { Queues, TakenJob } from "../sets/queues.js";
import { keepSlot, leaveSlot } from "./admission.js";
import { begunMsOf, keepLock } from "./keep-lock.js";
import type { Run, RunStart } from "./runs.js";
import { untilAnswered } from "./retry.js";

export interface ResumeDependencies {
  readonly session: Session;
  readonly queues: Queues;
  readonly backend: MemberBackend;
  readonly worker: string;
  readonly signal: AbortSignal;
  readonly limits: PromptLimits;
  start(start: RunStart): Run;
  noteEnd(verdict: Verdict): void;
  report(event: WorkEvent): void;
}

const whyOf = (outcome: SubmissionOutcome): string =>
  outcome.is === "uncertain" ? outcome.why : "its server has no record of it, and it may have been run";

/** Rejects with the reason of the signal, or as Redis does. */
export async function resumePrompt(taken: TakenJob, deps: ResumeDependencies): Promise<void> {
  const { session, queues, signal } = deps;
  const { connection, keys, clock, store } = session;
  const { id, job } = taken;
  const fields = await untilAnswered(() => readFields(connection, keys, id), { clock, signal });
  const body = await readBody(job.data, store, { signal }).catch(() => undefined);
  await queues.extend(taken, begunMsOf(session));
  await keepSlot(taken, deps);
  const lock = keepLock(taken, session, queues);
  lock.lengthen();
  try {
    const run = deps.start({ taken, fields, outputs: body?.outputs ?? [] });
    deps.report({ type: "resumed", promptId: id });
    // A server that denies the prompt may have run it and forgotten it, so nobody else may run it.
    const found = await findSubmitted(thereIn(fields, endedRuns(job)) ?? id, {
      clock,
      signal,
      limits: deps.limits,
      ask: run.ask,
      wasCut: () => true,
    });
    const ending =
      found.is === "accepted" ? await run.follow(found.id) : await run.end(run.lost(whyOf(found)));
    deps.noteEnd("unrun" in ending ? await run.end(run.lost(ending.unrun)) : ending);
    await leaveSlot(taken, deps).catch(() => undefined);
  } finally {
    lock.end();
  }
}

/** The prompt that an earlier process of the worker had begun and not ended, wherever its job is by now. */
async function findBegun({ session, queues, worker }: ResumeDependencies): Promise<TakenJob | undefined> {
  const id = await session.connection.run("get", session.keys.begun(worker));
  if (typeof id !== "string") return undefined;
  const { fields, found } = await findPrompt(session, queues, id);
  if (found === undefined || found.job.finishedOn !== undefined) return undefined;
  const attempt = endedRuns(found.job);
  const end = endIn(fields, attempt);
  const isOpen = end === undefined || ("by" in end && end.by === worker);
  return isOpen && workerOf(claimIn(fields, attempt) ?? "") === worker ? found : undefined;
}

/** Resolves when it has ended. Rejects with the reason of the signal, or as Redis does. */
export async function resumeBegun(deps: ResumeDependencies): Promise<void> {
  const { session, signal } = deps;
  const begun = await untilAnswered(() => findBegun(deps), { clock: session.clock, signal });
  if (begun !== undefined) await resumePrompt(begun, deps);
}
