// Cancels the prompt of a running job until the job has ended, or until the backend no longer answers.

import {
  type CancelOutcome,
  fault,
  reasonOf,
  toProblem,
  withTimeout,
  type Problem,
  isCrash,
} from "@pictor/kernel";
import { cancelUntilEnded, promptLimits } from "@pictor/prompt-life";
import {
  cancelLimitMs,
  cancelUnconfirmed,
  outcomeUnknown,
  revokeSubmission,
  type RevokeDependencies,
} from "./revoke-submission.js";

/**
 * Milliseconds after which an acknowledged cancel without effect ends the job, which waits for a record for `cancelLimitMs` more. Supervisors
 * wait for about 30 seconds after a SIGTERM.
 */
const effectLimitMs = 20_000;

export interface CancelDependencies extends RevokeDependencies {
  /** Settles when the job has ended. */
  readonly ended: Promise<unknown>;
  hasEnded(): boolean;
  /** Whether the prompt is queued or running, as far as the job knows. */
  isOnBackend(): boolean;
  /** Makes the job read the server's record now. */
  refreshRecord(): void;
  /** Ends the job without the backend. */
  abort(reason: string): void;
  report(problem: Problem): void;
  /** Registers work that outlasts the job. */
  background(work: Promise<unknown>): void;
}

const withoutEffect = {
  interrupting: `the backend has acknowledged the cancel, and the prompt still runs after ${effectLimitMs / 1000} s: its node does not look for interrupts, or the worker of the server has ended, so that it must be restarted`,
  refused: `the backend has not taken the cancel for ${effectLimitMs / 1000} s`,
} as const;

/**
 * Settles when the job has ended. The backend guarantees that no other prompt is interrupted. If the backend does not answer, or the cancel
 * has no effect for `effectLimitMs`, the job ends with a problem, and the submission is revoked in the background.
 */
export async function cancelPrompt(promptId: string, deps: CancelDependencies): Promise<void> {
  const { abort, backend, clock, ended, hasEnded, report } = deps;
  /** Ends the repetition. */
  const known = new AbortController();
  const { signal } = known;
  let answer: CancelOutcome | undefined;
  let wasRefused = false;
  let silence = `the backend has not answered for ${cancelLimitMs / 1000} s`;
  const cancelling = cancelUntilEnded({
    ...{ clock, hasEnded, signal, limits: promptLimits },
    async cancel() {
      try {
        return await backend.cancel(promptId, { signal });
      } catch (error) {
        // A crashed server has lost the prompt.
        if (isCrash(error)) return "removed";
        silence = reasonOf(error);
        throw error;
      }
    },
    onAnswer(outcome) {
      answer = outcome ?? answer;
      if (answer === "removed" || answer === "gone") known.abort();
      if (outcome !== "refused" || wasRefused || hasEnded()) return;
      wasRefused = true;
      report(toProblem(fault("BACKEND_CANCEL_REFUSED", {})));
    },
  });
  const within = (ms: number, settled: Promise<unknown>) => withTimeout(clock, ms, settled, () => undefined);
  const giveUp = (reason: string, abortReason: string): void => {
    report(cancelUnconfirmed(promptId, reason));
    deps.background(revokeSubmission(promptId, undefined, deps));
    abort(abortReason);
  };

  const decided = Promise.race([ended, cancelling]);
  await within(cancelLimitMs, decided);
  if (answer !== undefined) await within(effectLimitMs - cancelLimitMs, decided);
  known.abort();
  if (!hasEnded()) await end();
  await ended;

  async function end(): Promise<void> {
    switch (answer) {
      case undefined:
        giveUp(silence, "The backend does not answer");
        return;
      case "removed":
        abort("The prompt was removed");
        return;
      case "interrupting":
      case "refused":
        giveUp(withoutEffect[answer], "The prompt does not end");
        return;
      case "gone":
        // It has left the queue, and its record shows how it has ended.
        deps.refreshRecord();
        await within(cancelLimitMs, ended);
        if (!deps.isOnBackend()) return;
        report(outcomeUnknown(promptId, "its record could not be read"));
        abort("The backend does not say how the prompt ended");
    }
  }
}
