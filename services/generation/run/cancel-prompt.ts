// Cancels the prompt of a running job until the job has ended, or until the backend no longer answers.

import { type CancelOutcome, fault, reasonOf, problemFor, withTimeout, isCrash } from "@pictor/kernel";
import { cancelUntilEnded, promptLimits } from "@pictor/prompt-life";
import type { GuardedBackend } from "./guarded-backend.js";
import type { JobRun } from "./job-run.js";
import { cancelLimitMs, cancelUnconfirmed, outcomeUnknown, revokeSubmission } from "./revoke-submission.js";

/**
 * Milliseconds after which an acknowledged cancel without effect ends the job, which waits for a record for
 * `cancelLimitMs` more. Supervisors wait for about 30 seconds after a SIGTERM.
 */
const effectLimitMs = 20_000;

const withoutEffect = {
  interrupting: `the backend has acknowledged the cancellation, but the prompt is still running after ${effectLimitMs / 1000} s: its node does not check for interrupts, or the worker of the server has ended, so the server must be restarted`,
  refused: `the backend has not accepted the cancellation for ${effectLimitMs / 1000} s`,
} as const;

/**
 * Settles when the job has ended, as `ended` does. The backend guarantees that no other prompt is interrupted. If the
 * backend does not answer, or the cancel has no effect for `effectLimitMs`, the job ends with a problem, and the
 * submission is revoked in the background.
 */
export async function cancelPrompt(
  promptId: string,
  backend: GuardedBackend,
  run: JobRun,
  ended: Promise<unknown>,
): Promise<void> {
  const { clock, hasEnded } = run;
  const cancel = new PromptCancel(promptId, backend, run);
  const decided = Promise.race([ended, cancel.repeat()]);
  await withTimeout(clock, cancelLimitMs, decided, () => undefined);
  if (cancel.wasAnswered()) await withTimeout(clock, effectLimitMs - cancelLimitMs, decided, () => undefined);
  cancel.stop();
  if (!hasEnded()) await cancel.endJob(ended);
  await ended;
}

/** The repeated cancel of a prompt, and the latest answer of the backend. */
class PromptCancel {
  readonly #promptId: string;
  readonly #backend: GuardedBackend;
  readonly #run: JobRun;
  /** Ends the repetition. */
  readonly #known = new AbortController();
  #answer: CancelOutcome | undefined;
  #wasRefused = false;
  #silence = `the backend has not answered for ${cancelLimitMs / 1000} s`;

  constructor(promptId: string, backend: GuardedBackend, run: JobRun) {
    this.#promptId = promptId;
    this.#backend = backend;
    this.#run = run;
  }

  /** Cancels until the job has ended, or the backend no longer has the prompt. */
  repeat(): Promise<unknown> {
    const { clock, hasEnded } = this.#run;
    return cancelUntilEnded({
      clock,
      hasEnded,
      signal: this.#known.signal,
      limits: promptLimits,
      cancel: () => this.#cancel(),
      onAnswer: (outcome) => this.#onAnswer(outcome),
    });
  }

  stop(): void {
    this.#known.abort();
  }

  wasAnswered(): boolean {
    return this.#answer !== undefined;
  }

  /** Ends a job whose prompt has not ended in time. */
  async endJob(ended: Promise<unknown>): Promise<void> {
    const { abort, clock, report } = this.#run;
    switch (this.#answer) {
      case undefined:
        this.#giveUp(this.#silence, "The backend does not answer");
        return;
      case "removed":
        abort("The prompt was removed");
        return;
      case "interrupting":
      case "refused":
        this.#giveUp(withoutEffect[this.#answer], "The prompt does not end");
        return;
      case "gone":
        // It has left the queue, and its record shows how it has ended.
        this.#run.follower?.requestReading();
        await withTimeout(clock, cancelLimitMs, ended, () => undefined);
        if (!this.#run.isOnBackend()) return;
        report(outcomeUnknown(this.#promptId, "its record could not be read"));
        abort("The backend does not say how the prompt ended");
    }
  }

  async #cancel(): Promise<CancelOutcome> {
    try {
      return await this.#backend.cancel(this.#promptId, { signal: this.#known.signal });
    } catch (error) {
      // A crashed server has lost the prompt.
      if (isCrash(error)) return "removed";
      this.#silence = reasonOf(error);
      throw error;
    }
  }

  #onAnswer(outcome: CancelOutcome | undefined): void {
    this.#answer = outcome ?? this.#answer;
    if (this.#answer === "removed" || this.#answer === "gone") this.stop();
    if (outcome !== "refused" || this.#wasRefused || this.#run.hasEnded()) return;
    this.#wasRefused = true;
    this.#run.report(problemFor(fault("BACKEND_CANCEL_REFUSED", {})));
  }

  #giveUp(reason: string, abortReason: string): void {
    const { abort, deps, report } = this.#run;
    report(cancelUnconfirmed(this.#promptId, reason));
    deps.background(revokeSubmission(this.#promptId, undefined, this.#backend, this.#run));
    abort(abortReason);
  }
}
