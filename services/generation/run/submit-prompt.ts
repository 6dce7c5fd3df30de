// Submits the prompt of a job, and submits it again while the server certainly has not taken it and may take it later.

import type { Backend, Clock, Receipt, Submission } from "@pictor/kernel";
import {
  promptLimits,
  sendNoted,
  submitOnce,
  untilSeen,
  withLimit,
  type NoteSent,
} from "@pictor/prompt-life";
import { submissionLost } from "../state/prompt-lost.js";
import { retryDuringOutage } from "./retry-during-outage.js";

export interface SubmitDependencies {
  readonly backend: Backend;
  /** The instance's name, for error messages. */
  readonly name: string;
  readonly clock: Clock;
  /** Resolves to the id at the first event of the prompt, which ends the attempts. */
  readonly seen?: Promise<string> | undefined;
  /** Ends the attempts. An open request continues, because its reply contains the id of the prompt to revoke. */
  readonly signal: AbortSignal;
  /** Ends an open request, which outlasts the attempts if the prompt is found in the server's record first. */
  readonly requestSignal: AbortSignal;
  readonly detached?: boolean;
  readonly noteSent?: NoteSent | undefined;
  /** Called with each request; with undefined once it is certain that no request has left a prompt on the server. */
  onRequest(request: Promise<Receipt> | undefined): void;
}

/**
 * Resolves to the id that the server uses; every attempt proposes the same one. Rejects with the latest failure after a minute, and with
 * `JOB_LOST` if the server may have run the prompt.
 */
export function submitPrompt(submission: Submission, deps: SubmitDependencies): Promise<string> {
  const { backend, clock, name, noteSent } = deps;
  const options = { signal: deps.requestSignal, ...(deps.detached ? { detached: true } : {}) };
  const attempt = async (signal: AbortSignal): Promise<string> => {
    const outcome = await submitOnce(submission.promptId, {
      clock,
      signal,
      limits: promptLimits,
      // The first event of the prompt ends the attempts. A server that denies it after an outage has not begun it before.
      wasCut: () => false,
      send() {
        const request = sendNoted(backend, submission, options, noteSent);
        deps.onRequest(request);
        return request;
      },
      ask: (use) =>
        withLimit({ clock, ms: promptLimits.answerMs, signal, where: name }, (limited) =>
          use(backend, { signal: limited }),
        ),
    });
    switch (outcome.is) {
      case "accepted":
        return outcome.id;
      case "uncertain":
        // A crashed server has lost the prompt.
        if (outcome.loss === "crashed") deps.onRequest(undefined);
        throw submissionLost(submission.promptId, outcome);
      case "notTaken":
      case "refused":
        deps.onRequest(undefined);
        await noteSent?.(false);
        throw outcome.error;
    }
  };
  return untilSeen(deps.seen, deps.signal, (signal) =>
    retryDuringOutage(() => attempt(signal), { clock, signal }),
  );
}
