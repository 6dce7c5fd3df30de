// Gives a waiting prompt another priority.

import type { Priority } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { readFields } from "../protocol/claims.js";
import { headOf } from "../protocol/job-data.js";
import { bullPriority, takeRound } from "../protocol/rounds.js";
import { stageOf } from "../protocol/stages.js";
import { markWaiting } from "../sets/heads.js";
import type { Queues } from "../sets/queues.js";

/** Resolves to false if the prompt does not wait. Rejects as Redis does. */
export async function setPriority(
  id: string,
  priority: Priority,
  { session: { connection, keys }, queues }: { readonly session: Session; readonly queues: Queues },
): Promise<boolean> {
  const fields = await readFields(connection, keys, id);
  const { set } = fields;
  if (set === undefined) return false;
  const job = await queues.find(set, id);
  if (job === undefined || stageOf(fields, job).is !== "waiting") return false;
  const { owner } = headOf(job.data);
  const turn = await takeRound(connection, keys, { owner, priority });
  if (!(await queues.move(set, id, bullPriority(turn)))) return false;
  await markWaiting(connection, keys, set, turn);
  return true;
}
