// Cancelling what a backend holds of a job: until it has ended, or the backend does not answer.

import type { Backend, CancelOutcome } from "../../backend/types.js";
import { fault } from "../../errors/catalogue.js";
import { problemOf } from "../../hooks/call.js";
import type { Clock } from "../../hooks/clock.js";
import { within } from "../../hooks/settle.js";
import type { Problem } from "../../hooks/types.js";
import { backoffMs, isCrash } from "./outage.js";
import { createStopwatch } from "./stopwatch.js";

/** Milliseconds for a backend to answer a cancel; after that the job ends here, whatever the server does. */
export const cancelLimitMs = 10_000;
/** Milliseconds until an acknowledged cancel that had no effect is sent again: the first time, and at most. */
const againMs = 2_000;
const longestAgainMs = 15_000;

export interface CancelDependencies {
  readonly backend: Backend;
  readonly clock: Clock;
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
}

/** Asks until the backend answers, `cancelLimitMs` long: a server that is restarted is waited for. */
async function ask(promptId: string, deps: CancelDependencies): Promise<CancelOutcome | undefined> {
  const { backend, clock } = deps;
  const asked = createStopwatch(clock, cancelLimitMs);
  for (let attempt = 0; !deps.hasEnded(); attempt++) {
    const silent = () => "silent" as const;
    // A server that has crashed took the prompt with it.
    const failed = (error: unknown) => (isCrash(error) ? ("removed" as const) : ("failed" as const));
    const asking = backend.cancel(promptId).catch(failed);
    const outcome = await within(clock, Math.max(0, cancelLimitMs - asked.lap()), asking, silent);
    if (outcome !== "failed" && outcome !== "silent") return outcome;
    const ms = backoffMs(attempt);
    if (outcome === "silent" || asked.lap() + ms > cancelLimitMs) return undefined;
    await within(clock, ms, deps.ended, () => undefined);
  }
  return undefined;
}

/**
 * Settles when the job has ended. A server can acknowledge an interrupt and lose it (between taking a prompt from its
 * queue and starting it), so while the prompt is still there it is sent again, with growing pauses. Other prompts are
 * never touched: that is the backend's promise.
 */
export async function cancelPrompt(promptId: string, deps: CancelDependencies): Promise<void> {
  const { clock, ended, stop } = deps;
  let wasRefused = false;
  for (let ms = againMs; !deps.hasEnded(); ms = Math.min(longestAgainMs, ms * 2)) {
    const outcome = await ask(promptId, deps);
    if (deps.hasEnded()) return;
    if (outcome === undefined) stop("The backend does not answer");
    if (outcome === "removed") stop("The prompt was removed");
    if (outcome === "refused" && !wasRefused) {
      wasRefused = true;
      deps.report(problemOf(fault("BACKEND_CANCEL_REFUSED", {})));
    }
    if (outcome === "gone") {
      // The server has no more of it: its record gets a little time to tell the ending.
      deps.look();
      await within(clock, cancelLimitMs, ended, () => undefined);
      if (deps.isOnBackend()) stop("The backend does not tell how it ended");
    }
    if (outcome !== "interrupting" && outcome !== "refused") break;
    await within(clock, ms, ended, () => undefined);
  }
  await ended;
}
