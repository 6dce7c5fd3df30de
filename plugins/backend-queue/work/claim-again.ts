// Writes again what Redis may have lost with its last second about the prompt that runs: its claim, and its slot under the limit of its owner.

import { claimPrompt } from "../protocol/claims.js";
import { endedRuns } from "../protocol/job-data.js";
import type { TakenJob } from "../sets/queues.js";
import { keepSlot, type SlotDependencies } from "./admission.js";

export interface ClaimDependencies extends SlotDependencies {
  /** The claim of this process. */
  readonly token: string;
}

/** Rejects as Redis does. */
export async function claimAgain(taken: TakenJob, deps: ClaimDependencies): Promise<void> {
  const { connection, keys, recordSeconds: seconds } = deps.session;
  const run = { id: taken.id, attempt: endedRuns(taken.job), token: deps.token, seconds };
  await Promise.all([claimPrompt(connection, keys, run), keepSlot(taken, deps)]);
}
