// Leaves a prompt that was taken and is not to be run here: it was begun by another worker, has ended, or was removed.

import { pause } from "@pictor/kernel/plugin";
import type { TakenJob } from "../../bull/jobs.js";
import { goneReason } from "../../protocol/absence.js";
import { obstacleIn, readFields, thereIn, type ClaimOutcome } from "../../protocol/claims.js";
import { endedRuns } from "../../protocol/job-data.js";
import { turnOf } from "../../protocol/rounds.js";
import { lost } from "../../protocol/verdicts.js";
import { openSeconds } from "../../redis/keys.js";
import { markWaiting } from "../../sets/heads.js";
import type { WorkerParts } from "../parts/worker-parts.js";
import { finish, settle } from "./finish.js";

export type Obstacle = Exclude<ClaimOutcome, { readonly type: "claimed" }>;
type Taken = Extract<Obstacle, { readonly type: "taken" }>;

/** The shortest time, in milliseconds, until a prompt of another worker is looked at again. */
const lookAgainMs = 5_000;

const tell = ({ set, job }: TakenJob, parts: WorkerParts): Promise<unknown> =>
  markWaiting(parts, set, turnOf(job.priority));

/** Puts a job back, and tells the others. */
export async function giveBack(taken: TakenJob, parts: WorkerParts): Promise<void> {
  await taken.giveBack();
  await tell(taken, parts);
}

/** What stands in the way of a prompt that was taken before. One that is retried has a hash again. */
export async function obstacleTo(
  { id, job, set }: TakenJob,
  { connection, keys }: WorkerParts,
): Promise<ClaimOutcome | undefined> {
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

/** Leaves a prompt of another worker: puts it aside, or ends it as lost if that worker is gone. */
async function leaveTaken(
  taken: TakenJob,
  { worker: holder, fields }: Taken,
  parts: WorkerParts,
): Promise<void> {
  const { connection, keys, clock, absence, ending } = parts;
  const leftMs = Number(await connection.run("pttl", keys.alive(holder)));
  if (absence.isGone(holder, leftMs > 0)) {
    const there = thereIn(fields, { id: taken.id, attempt: endedRuns(taken.job) });
    await finish(taken, lost(goneReason(holder, there)), parts, holder);
    return;
  }
  const ms = Math.max(lookAgainMs, leftMs);
  await taken.postpone(ms);
  // A worker that ends meanwhile leaves this to the upkeep.
  pause(clock, ms, ending)
    .then(() => tell(taken, parts))
    .catch(() => undefined);
}

/** Leaves a prompt that is not to be run here. */
export async function leave(taken: TakenJob, obstacle: Obstacle, parts: WorkerParts): Promise<void> {
  if (obstacle.type === "taken") await leaveTaken(taken, obstacle, parts);
  else if (obstacle.type === "over") await taken.drop();
  else await settle(taken, obstacle.verdict, parts);
}
