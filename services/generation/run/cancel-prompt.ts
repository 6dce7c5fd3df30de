// Cancels the prompt of a running job, repeatedly, until the job has ended or the backend no longer answers.

import {
  type CancelOutcome,
  fault,
  reasonOf,
  toProblem,
  withTimeout,
  type Problem,
  backoffMs,
  isCrash,
} from "@pictor/kernel";
import { createStopwatch, promptLimits } from "@pictor/prompt-life";
import {
  cancelLimitMs,
  cancelUnconfirmed,
  outcomeUnknown,
  revokeSubmission,
  type RevokeDependencies,
} from "./revoke-submission.js";

const { cancelMs, longestCancelMs } = promptLimits;
/**
 * Milliseconds after which an acknowledged cancel without effect ends the job. With the last request, a job ends within
 * 30 seconds of its cancel, which is about as long as supervisors wait after a SIGTERM.
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

interface NoAnswer {
  readonly reason: string;
}

/** Sends the cancel until the backend answers, for `cancelLimitMs` at most, because the server may be restarting. */
async function requestCancel(promptId: string, deps: CancelDependencies): Promise<CancelOutcome | NoAnswer> {
  const { backend, clock } = deps;
  const elapsed = createStopwatch(clock, cancelLimitMs);
  let reason = `the backend has not answered for ${cancelLimitMs / 1000} s`;
  for (let attempt = 0; !deps.hasEnded(); attempt++) {
    const onTimeout = () => "silent" as const;
    const onFailure = (error: unknown) => {
      // A crashed server has lost the prompt.
      if (isCrash(error)) return "removed" as const;
      reason = reasonOf(error);
      return "failed" as const;
    };
    const request = backend.cancel(promptId).catch(onFailure);
    const leftMs = Math.max(0, cancelLimitMs - elapsed.lap());
    const outcome = await withTimeout(clock, leftMs, request, onTimeout);
    if (outcome !== "failed" && outcome !== "silent") return outcome;
    const ms = backoffMs(attempt);
    if (outcome === "silent" || elapsed.lap() + ms > cancelLimitMs) break;
    await withTimeout(clock, ms, deps.ended, () => undefined);
  }
  return { reason };
}

const withoutEffect = {
  interrupting: `the backend has acknowledged the cancel, and the prompt still runs after ${effectLimitMs / 1000} s: its node does not look for interrupts, or the worker of the server has ended, so that it must be restarted`,
  refused: `the backend has not taken the cancel for ${effectLimitMs / 1000} s`,
} as const;

/**
 * Settles when the job has ended. A server can acknowledge an interrupt without effect (between taking a prompt from its
 * queue and starting it), so the interrupt is repeated, with growing pauses, while the prompt is still there. The backend
 * guarantees that no other prompt is interrupted. If the backend does not answer, or the cancel has no effect for
 * `effectLimitMs`, the job ends with a problem, and the submission is revoked in the background.
 */
export async function cancelPrompt(promptId: string, deps: CancelDependencies): Promise<void> {
  const { clock, ended, abort } = deps;
  const elapsed = createStopwatch(clock, effectLimitMs);
  let wasRefused = false;
  for (let ms = cancelMs; !deps.hasEnded(); ms = Math.min(longestCancelMs, ms * 2)) {
    const outcome = await requestCancel(promptId, deps);
    if (deps.hasEnded()) return;
    if (typeof outcome === "object") giveUp(outcome.reason, "The backend does not answer");
    if (outcome === "removed") abort("The prompt was removed");
    if (outcome === "refused" && !wasRefused) {
      wasRefused = true;
      deps.report(toProblem(fault("BACKEND_CANCEL_REFUSED", {})));
    }
    if (outcome === "gone") {
      // The prompt has left the server's queue. The job waits a limited time for the record, which shows how the prompt
      // has ended.
      deps.refreshRecord();
      await withTimeout(clock, cancelLimitMs, ended, () => undefined);
      if (deps.isOnBackend()) {
        deps.report(outcomeUnknown(promptId));
        abort("The backend does not say how the prompt ended");
      }
    }
    if (outcome !== "interrupting" && outcome !== "refused") break;
    const leftMs = effectLimitMs - elapsed.lap();
    if (leftMs > 0) await withTimeout(clock, Math.min(ms, leftMs), ended, () => undefined);
    else giveUp(withoutEffect[outcome], "The prompt does not end");
  }
  await ended;

  function giveUp(reason: string, abortReason: string): void {
    deps.report(cancelUnconfirmed(promptId, reason));
    deps.background(revokeSubmission(promptId, undefined, deps));
    abort(abortReason);
  }
}
