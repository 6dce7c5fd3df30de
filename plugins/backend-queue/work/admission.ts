// Whether a prompt that was taken may begin, as far as its owner decides. If not, it is put aside.

import type { Session } from "../base/session.js";
import { headOf } from "../protocol/job-data.js";
import { readOwner } from "../protocol/owner-state.js";
import { hold } from "../sets/held.js";
import type { Queues, TakenJob } from "../sets/queues.js";

export interface AdmissionDependencies {
  readonly session: Session;
  readonly queues: Queues;
  /** Whether the owner was paused when the worker has given its last sign. */
  isPaused(owner: string): boolean;
}

/** Resolves to false if the prompt was put aside. Rejects as Redis does. */
export async function admit(taken: TakenJob, deps: AdmissionDependencies): Promise<boolean> {
  const { connection, keys } = deps.session;
  const { owner } = headOf(taken.job.data);
  if (owner === undefined || !deps.isPaused(owner)) return true;
  // The pause may have ended since then.
  if (!(await readOwner(connection, keys, owner)).isPaused) return true;
  await hold(taken, { why: "paused", owner }, deps);
  return false;
}
