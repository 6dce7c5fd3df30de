// Returns the slots of prompts that do not run any more, because a process has ended before it could do so: a part of the upkeep.

import type { Session } from "../base/session.js";
import { workerOf } from "../protocol/claims.js";
import { readSlots, returnSlot, type Slot } from "../protocol/owner-state.js";
import { stageOf } from "../protocol/stages.js";
import { findPrompt } from "../sets/find-prompt.js";

/** Whether the prompt of a slot runs on its worker, or is about to begin there. */
async function isUsed({ id, worker }: Slot, session: Session): Promise<boolean> {
  const { connection, keys, queues } = session;
  const { fields, found } = await findPrompt(session, id);
  if (found === undefined) return false;
  const stage = stageOf(fields, found.job);
  switch (stage.is) {
    case "claimed":
      return workerOf(stage.claim) === worker && (await connection.run("exists", keys.alive(worker))) === 1;
    case "waiting":
      return queues.isTaken(found.job);
    default:
      return false;
  }
}

/** Rejects as Redis does. */
export async function freeSlots(owner: string, session: Session): Promise<void> {
  const { connection, keys } = session;
  for (const slot of await readSlots(connection, keys, owner))
    if (!(await isUsed(slot, session))) await connection.run(...returnSlot(keys, slot));
}
