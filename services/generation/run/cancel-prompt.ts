// Cancels the prompt of a running job until the job has ended, or until the backend no longer answers.

import {
  type CancelOutcome,
  fault,
  reasonOf,
  problemFor,
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
  const { clock, ended, hasEnded } = deps;
  const cancel = new PromptCancel(promptId, deps);
  const decided = Promise.race([ended, cancel.repeat()]);
  await withTimeout(clock, cancelLimitMs, decided, () => undefined);
  if (cancel.wasAnswered()) await withTimeout(clock, effectLimitMs - cancelLimitMs, decided, () => undefined);
  cancel.stop();
  if (!hasEnded()) await cancel.endJob();
  await ended;
}

/** The repeated cancel of a prompt, and the latest answer of the backend. */
class PromptCancel {
  readonly #promptId: string;
  readonly #deps: CancelDependencies;
  /** Ends the repetition. */
  readonly #known = new AbortController();
  #answer: CancelOutcome | undefined;
  #wasRefused = false;
  #silence = `the backend has not answered for ${cancelLimitMs / 1000} s`;

  constructor(promptId: string, deps: CancelDependencies) {
    this.#promptId = promptId;
    this.#deps = deps;
  }

  /** Cancels until the job has ended, or the backend no longer has the prompt. */
  repeat(): Promise<unknown> {
    const { clock, hasEnded } = this.#deps;
    return cancelUntilEnded({
      clock,
      hasEnded,
      signal: this.#known.signal,
      limits: promptLimits,
      cancel: () => this.#cancel(),
      onAnswer: (outcome) => {
        this.#onAnswer(outcome);
      },
    });
  }

  stop(): void {
    this.#known.abort();
  }

  wasAnswered(): boolean {
    return this.#answer !== undefined;
  }

  /** Ends a job whose prompt has not ended in time. */
  async endJob(): Promise<void> {
    const { abort, clock, ended, isOnBackend, refreshRecord, report } = this.#deps;
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
        refreshRecord();
        await withTimeout(clock, cancelLimitMs, ended, () => undefined);
        if (!isOnBackend()) return;
        report(outcomeUnknown(this.#promptId, "its record could not be read"));
        abort("The backend does not say how the prompt ended");
    }
  }

  async #cancel(): Promise<CancelOutcome> {
    try {
      return await this.#deps.backend.cancel(this.#promptId, { signal: this.#known.signal });
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
    if (outcome !== "refused" || this.#wasRefused || this.#deps.hasEnded()) return;
    this.#wasRefused = true;
    this.#deps.report(problemFor(fault("BACKEND_CANCEL_REFUSED", {})));
  }

  #giveUp(reason: string, abortReason: string): void {
    const { abort, background, report } = this.#deps;
    report(cancelUnconfirmed(this.#promptId, reason));
    background(revokeSubmission(this.#promptId, undefined, this.#deps));
    abort(abortReason);
  }
}
