// Cancelling what a backend holds of a job: until it has ended, or the backend does not answer.

import {
  type CancelOutcome,
  fault,
  reasonOf,
  problemOf,
  withTimeout,
  type Problem,
  backoffMs,
} from "@pictor/kernel";
import { isCrash } from "./classify-error.js";
import { createStopwatch } from "./stopwatch.js";
import {
  cancelLimitMs,
  unconfirmed,
  untold,
  withdraw,
  type WithdrawDependencies,
} from "./revoke-submission.js";

/** Milliseconds until an acknowledged cancel that had no effect is sent again: the first time, and at most. */
const againMs = 2_000;
const longestAgainMs = 15_000;

export interface CancelDependencies extends WithdrawDependencies {
  /** Settles when the job has ended. */
  readonly ended: Promise<unknown>;
  hasEnded(): boolean;
  /** Whether the backend still holds the prompt: it is queued or runs. */
  isOnBackend(): boolean;
  /** Has the server's record read now. */
  look(): void;
  /** Ends the job here. */
  stop(reason: string): void;
  report(problem: Problem): void;
  /** For what must still be done after the job has ended. */
  background(work: Promise<unknown>): void;
}

interface Silence {
  readonly reason: string;
}

/** Asks until the backend answers, `cancelLimitMs` long: a server that is restarted is waited for. */
async function ask(promptId: string, deps: CancelDependencies): Promise<CancelOutcome | Silence> {
  const { backend, clock } = deps;
  const asked = createStopwatch(clock, cancelLimitMs);
  let reason = `the backend has not answered for ${cancelLimitMs / 1000} s`;
  for (let attempt = 0; !deps.hasEnded(); attempt++) {
    const silent = () => "silent" as const;
    const failed = (error: unknown) => {
      // A server that has crashed took the prompt with it.
      if (isCrash(error)) return "removed" as const;
      reason = reasonOf(error);
      return "failed" as const;
    };
    const asking = backend.cancel(promptId).catch(failed);
    const outcome = await withTimeout(clock, Math.max(0, cancelLimitMs - asked.lap()), asking, silent);
    if (outcome !== "failed" && outcome !== "silent") return outcome;
    const ms = backoffMs(attempt);
    if (outcome === "silent" || asked.lap() + ms > cancelLimitMs) break;
    await withTimeout(clock, ms, deps.ended, () => undefined);
  }
  return { reason };
}

/**
 * Settles when the job has ended. A server can acknowledge an interrupt and lose it (between taking a prompt from its
 * queue and starting it), so while the prompt is still there it is sent again, with growing pauses. Other prompts are
 * never touched: that is the backend's promise. Where no answer comes the job ends with a problem, and the prompt is
 * withdrawn behind it.
 */
export async function cancelPrompt(promptId: string, deps: CancelDependencies): Promise<void> {
  const { clock, ended, stop } = deps;
  let wasRefused = false;
  for (let ms = againMs; !deps.hasEnded(); ms = Math.min(longestAgainMs, ms * 2)) {
    const outcome = await ask(promptId, deps);
    if (deps.hasEnded()) return;
    if (typeof outcome === "object") {
      deps.report(unconfirmed(promptId, outcome.reason));
      deps.background(withdraw(promptId, undefined, deps));
      stop("The backend does not answer");
    }
    if (outcome === "removed") stop("The prompt was removed");
    if (outcome === "refused" && !wasRefused) {
      wasRefused = true;
      deps.report(problemOf(fault("BACKEND_CANCEL_REFUSED", {})));
    }
    if (outcome === "gone") {
      // The server has no more of it: its record gets a little time to tell the ending.
      deps.look();
      await withTimeout(clock, cancelLimitMs, ended, () => undefined);
      if (deps.isOnBackend()) {
        deps.report(untold(promptId));
        stop("The backend does not tell how it ended");
      }
    }
    if (outcome !== "interrupting" && outcome !== "refused") break;
    await withTimeout(clock, ms, ended, () => undefined);
  }
  await ended;
}
