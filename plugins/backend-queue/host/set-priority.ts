// Gives a waiting prompt another priority.

import type { Priority } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { headOf } from "../protocol/job-data.js";
import { bullPriority, takeRound } from "../protocol/rounds.js";
import { stageOf } from "../protocol/stages.js";
import { findPrompt } from "../sets/find-prompt.js";
import { markWaiting } from "../sets/heads.js";
import { moveHeld } from "../sets/held.js";

/** Resolves to false if the prompt does not wait. Rejects as Redis does. */
export async function setPriority(id: string, priority: Priority, session: Session): Promise<boolean> {
  const { connection, keys, queues } = session;
  const { fields, found } = await findPrompt(session, id);
  if (found === undefined || stageOf(fields, found.job).is !== "waiting") return false;
  const { owner } = headOf(found.job.data);
  const turn = await takeRound(connection, keys, { owner, priority });
  if (!(await queues.move(found.job, bullPriority(turn)))) return false;
  await connection.all(moveHeld(keys, { id, owner, priority: bullPriority(turn) }));
  await markWaiting(session, found.set, turn);
  return true;
}
