// Leaves a prompt that was taken and is not to be run here: it was begun before, has ended, or was removed.

import type { Session } from "../base/session.js";
import { goneReason, type AbsenceWatch } from "../protocol/absence.js";
import { obstacleIn, readFields, thereIn, type ClaimOutcome } from "../protocol/claims.js";
import { endedRuns } from "../protocol/job-data.js";
import { turnOf } from "../protocol/rounds.js";
import { lost } from "../protocol/verdicts.js";
import { openSeconds } from "../redis/keys.js";
import { markWaiting } from "../sets/heads.js";
import type { Queues, TakenJob } from "../sets/queues.js";
import type { Finisher } from "./finish.js";

export interface LeaveDependencies {
  readonly session: Session;
  readonly queues: Queues;
  readonly worker: string;
  readonly absence: AbsenceWatch;
  readonly finisher: Finisher;
  /** Does something later, unless the worker ends before. */
  later(ms: number, work: () => Promise<unknown>): void;
  /** Goes on with a prompt that an earlier process of this worker had begun. */
  resume(taken: TakenJob): Promise<void>;
}

/** What has become of a prompt that was taken. `serverProblem`: the server could not be used, and the prompt was given back. */
export type RunOutcome =
  { readonly type: "done" } | { readonly type: "serverProblem"; readonly error: unknown };

export const done: RunOutcome = { type: "done" };
/** The shortest time, in milliseconds, until a prompt of another worker is looked at again. */
const lookAgainMs = 5_000;

/** Puts a job back, and tells the others. */
export async function giveBack(
  taken: TakenJob,
  { session, queues }: Pick<LeaveDependencies, "session" | "queues">,
): Promise<void> {
  await queues.giveBack(taken);
  await markWaiting(session.connection, session.keys, taken.set, turnOf(taken.job.priority));
}

/** A prompt that has been begun by another worker, or by an earlier process of this one. */
async function leaveTaken(
  taken: TakenJob,
  { worker: holder, fields }: Extract<ClaimOutcome, { readonly type: "taken" }>,
  deps: LeaveDependencies,
): Promise<RunOutcome> {
  const { session, queues, absence, finisher, worker } = deps;
  const { connection, keys } = session;
  if (holder === worker) {
    await deps.resume(taken);
    return done;
  }
  const leftMs = Number(await connection.run("pttl", keys.alive(holder)));
  if (!absence.isGone(holder, leftMs > 0)) {
    const ms = Math.max(lookAgainMs, leftMs);
    await queues.postpone(taken, ms);
    deps.later(ms, () => markWaiting(connection, keys, taken.set, turnOf(taken.job.priority)));
    return done;
  }
  const there = thereIn(fields, endedRuns(taken.job)) ?? taken.id;
  await finisher.set(taken, lost(goneReason(holder, there)), holder);
  return done;
}

/** What stands in the way of a prompt that was taken before. One that is retried has a hash again. */
export async function obstacleTo(
  { id, job, set }: TakenJob,
  { session }: Pick<LeaveDependencies, "session">,
) {
  const { connection, keys } = session;
  const { stalledCounter = 0 } = job;
  const attempt = endedRuns(job);
  if (attempt > 0)
    await connection.all([
      ["hsetnx", keys.prompt(id), "set", set],
      ["expire", keys.prompt(id), openSeconds],
    ]);
  if (attempt + stalledCounter === 0) return undefined;
  return obstacleIn(await readFields(connection, keys, id), attempt);
}

/** Leaves a prompt that is not to be run here. */
export async function leave(
  taken: TakenJob,
  obstacle: Exclude<ClaimOutcome, { readonly type: "claimed" }>,
  deps: LeaveDependencies,
): Promise<RunOutcome> {
  if (obstacle.type === "taken") return leaveTaken(taken, obstacle, deps);
  if (obstacle.type === "over") await deps.queues.drop(taken);
  else await deps.finisher.settle(taken, obstacle.verdict);
  return done;
}
