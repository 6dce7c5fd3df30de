// Whether a prompt that was taken may begin, as far as its owner decides. If not, it is put aside.

import { ownerWait } from "@pictor/farm";
import type { TakenJob } from "../../bull/jobs.js";
import { headOf, ownerOf } from "../../protocol/job-data.js";
import { readOwner, returnSlot, takeSlot, type Slot } from "../../protocol/owner-state.js";
import { hold, release } from "../../sets/held.js";
import type { WorkerParts } from "../parts/worker-parts.js";

/** The slot that a prompt needs; undefined: it has no limit. */
function slotFor({ id, job }: TakenJob, worker: string): (Slot & { readonly limit: number }) | undefined {
  const { runningLimit: limit } = headOf(job.data);
  return limit === undefined ? undefined : { owner: ownerOf(job.data), worker, id, limit };
}

/** Resolves to false if the prompt was put aside. Rejects as Redis does. */
export async function admit(taken: TakenJob, parts: WorkerParts): Promise<boolean> {
  const { connection, keys, presence, worker } = parts;
  const owner = ownerOf(taken.job.data);
  // The pause may have ended since the last sign.
  if (presence.isPaused(owner) && (await readOwner(connection, keys, owner)).isPaused) {
    await hold(taken, { why: "paused", owner }, parts);
    return false;
  }
  const slot = slotFor(taken, worker);
  if (slot === undefined) return true;
  if (ownerWait(await takeSlot(connection, keys, slot, slot.limit), slot.limit) === undefined) return true;
  await connection.run(...returnSlot(keys, slot));
  await hold(taken, { why: "limit", owner }, parts);
  return false;
}

/** Takes a slot for a prompt that runs, whatever the limit is. Rejects as Redis does. */
export async function keepSlot(taken: TakenJob, { connection, keys, worker }: WorkerParts): Promise<void> {
  const slot = slotFor(taken, worker);
  if (slot !== undefined) await takeSlot(connection, keys, slot, slot.limit);
}

/** Lets the next prompt of the owner begin, after one has ended that had a slot. Rejects as Redis does. */
export async function leaveSlot(taken: TakenJob, parts: WorkerParts): Promise<void> {
  const slot = slotFor(taken, parts.worker);
  if (slot === undefined) return;
  await parts.connection.run(...returnSlot(parts.keys, slot));
  await release({ why: "limit", owner: slot.owner }, parts);
}
