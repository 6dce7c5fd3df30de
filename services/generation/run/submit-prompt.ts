// Submits the prompt of a job, and submits it again while the server certainly has not taken it and may take it later.

import type { Receipt, Submission } from "@pictor/kernel";
import { promptLimits, sendNoted, submitOnce, untilSeen, type NoteSent } from "@pictor/prompt-life";
import { submissionLost } from "../state/prompt-lost.js";
import type { GuardedBackend } from "./guarded-backend.js";
import type { JobRun } from "./job-run.js";
import { retryDuringOutage } from "./retry-during-outage.js";

export interface Submitting {
  /** Resolves to the id at the first event of the prompt, which ends the attempts. */
  readonly seen?: Promise<string> | undefined;
  /**
   * Ends an open request, which outlasts the attempts if the prompt is found in the server's record first, or if the
   * job is stopped: its reply contains the id of the prompt to revoke.
   */
  readonly requestSignal: AbortSignal;
  readonly detached?: boolean;
  readonly noteSent: NoteSent | undefined;
  /** Called with each request; with undefined once it is certain that no request has left a prompt on the server. */
  onRequest(request: Promise<Receipt> | undefined): void;
}

/**
 * Resolves to the id that the server uses; every attempt proposes the same one. Rejects with the latest failure after a
 * minute, and with `JOB_LOST` if the server may have run the prompt.
 */
export function submitPrompt(
  submission: Submission,
  backend: GuardedBackend,
  run: JobRun,
  { detached = false, noteSent, onRequest, requestSignal, seen }: Submitting,
): Promise<string> {
  const { clock } = run;
  const options = { signal: requestSignal, ...(detached && { detached }) };
  const attempt = async (signal: AbortSignal): Promise<string> => {
    const outcome = await submitOnce(submission.promptId, {
      clock,
      signal,
      limits: promptLimits,
      // The first event of the prompt ends the attempts. A server that denies it after an outage has not begun it before.
      wasCut: () => false,
      send() {
        const request = sendNoted(backend, submission, options, noteSent);
        onRequest(request);
        return request;
      },
      ask: (use) => backend.ask(signal, use),
    });
    switch (outcome.is) {
      case "accepted":
        return outcome.id;
      case "uncertain":
        // A crashed server has lost the prompt.
        if (outcome.loss === "crashed") onRequest(undefined);
        throw submissionLost(submission.promptId, outcome);
      case "notTaken":
      case "refused":
        onRequest(undefined);
        await noteSent?.(false);
        throw outcome.error;
    }
  };
  return untilSeen(seen, run.signal, (signal) => retryDuringOutage(() => attempt(signal), { clock, signal }));
}
