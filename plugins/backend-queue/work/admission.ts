// Whether a prompt that was taken may begin, as far as its owner decides. If not, it is put aside.

import { ownerWait } from "@pictor/farm";
import type { Session } from "../base/session.js";
import { headOf, ownerOf } from "../protocol/job-data.js";
import { readOwner, returnSlot, takeSlot, type Slot } from "../protocol/owner-state.js";
import { hold, release } from "../sets/held.js";
import type { Queues, TakenJob } from "../sets/queues.js";

export interface AdmissionDependencies {
  readonly session: Session;
  readonly queues: Queues;
  readonly worker: string;
  /** Whether the owner was paused when the worker gave its last sign. */
  isPaused(owner: string): boolean;
}

export type SlotDependencies = Pick<AdmissionDependencies, "session" | "queues" | "worker">;

/** The slot that a prompt needs; undefined: it has no limit. */
function slotFor({ id, job }: TakenJob, worker: string): (Slot & { readonly limit: number }) | undefined {
  const { runningLimit: limit } = headOf(job.data);
  return limit === undefined ? undefined : { owner: ownerOf(job.data), worker, id, limit };
}

/** Resolves to false if the prompt was put aside. Rejects as Redis does. */
export async function admit(taken: TakenJob, deps: AdmissionDependencies): Promise<boolean> {
  const { connection, keys } = deps.session;
  const owner = ownerOf(taken.job.data);
  // The pause may have ended since the last sign.
  if (deps.isPaused(owner) && (await readOwner(connection, keys, owner)).isPaused) {
    await hold(taken, { why: "paused", owner }, deps);
    return false;
  }
  const slot = slotFor(taken, deps.worker);
  if (slot === undefined) return true;
  if (ownerWait(await takeSlot(connection, keys, slot, slot.limit), slot.limit) === undefined) return true;
  await connection.run(...returnSlot(keys, slot));
  await hold(taken, { why: "limit", owner }, deps);
  return false;
}

/** Takes a slot for a prompt that runs, whatever the limit is. Rejects as Redis does. */
export async function keepSlot(taken: TakenJob, { session, worker }: SlotDependencies): Promise<void> {
  const slot = slotFor(taken, worker);
  if (slot !== undefined) await takeSlot(session.connection, session.keys, slot, slot.limit);
}

/** Lets the next prompt of the owner begin, after one has ended that had a slot. Rejects as Redis does. */
export async function leaveSlot(taken: TakenJob, deps: SlotDependencies): Promise<void> {
  const slot = slotFor(taken, deps.worker);
  if (slot === undefined) return;
  await deps.session.connection.run(...returnSlot(deps.session.keys, slot));
  await release({ why: "limit", owner: slot.owner }, deps);
}
