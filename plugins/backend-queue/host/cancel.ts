// Cancels prompts: removes those that wait, and asks the worker of those that have begun.

import type { CancelOutcome } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { askCancel, isRemoved, removePrompt } from "../protocol/claims.js";
import { dropFromClient } from "../protocol/clients.js";
import { endedRuns } from "../protocol/job-data.js";
import { countWaiting } from "../protocol/owners.js";
import { stageOf } from "../protocol/stages.js";
import { findPrompt } from "../sets/find-prompt.js";

/** Rejects as Redis does. May be repeated. */
export async function cancelPrompt(id: string, session: Session): Promise<CancelOutcome> {
  const { connection, keys, queues } = session;
  const { fields, found } = await findPrompt(session, id);
  if (found === undefined) return isRemoved(fields, 0) ? "removed" : "gone";
  const { set, job } = found;
  if (stageOf(fields, job).is === "ended") return "gone";
  const run = { id, attempt: endedRuns(job) };
  const outcome = await removePrompt(connection, keys, run);
  if (outcome.type === "taken") {
    await connection.all([askCancel(keys, run), ["publish", keys.toWorker(outcome.worker), id]]);
    return "interrupting";
  }
  if (outcome.type !== "removed") return "gone";
  // A worker that has just taken the job finds that it was removed, and drops it.
  await queues.remove(set, id);
  // The upkeep corrects the count, which takes memory.
  await connection
    .all([...dropFromClient(keys, job.data, id), countWaiting(keys, job.data, -1)])
    .catch(() => undefined);
  return "removed";
}
