// Finds out the id of a prompt that is being submitted: by the reply to the request, or on the server while there is no reply.

import { isCrash, isOutcomeUnknown, raceAbort, withTimeout, type Clock } from "@pictor/kernel/plugin";
import { startStopwatch } from "../calls/stopwatch.js";
import { longestRoundMs, type PromptLimits } from "../limits.js";
import { findPrompt, type Ask } from "./find-prompt.js";

export interface AskDependencies {
  readonly signal: AbortSignal;
  /** Calls the server within `answerMs`. */
  readonly ask: Ask;
}

/** `denied`: the server answers that it does not have the prompt. */
export type LookUpAnswer = { readonly id: string } | "denied" | "unanswered" | "unreadable";

/** Asks the server once. Rejects with the reason of the signal, and with the crash of the server. */
export async function lookUp(promptId: string, { ask, signal }: AskDependencies): Promise<LookUpAnswer> {
  try {
    const id = await findPrompt(promptId, ask);
    return id === undefined ? "denied" : { id };
  } catch (error) {
    signal.throwIfAborted();
    if (isCrash(error)) throw error;
    return isOutcomeUnknown(error) ? "unanswered" : "unreadable";
  }
}

/**
 * Resolves to the id that the server uses; undefined if there was no reply for `unreachableMs`, and the server does not
 * have the prompt. Rejects as the request and `lookUp` do.
 */
export async function untilKnown(
  promptId: string,
  replied: Promise<string>,
  deps: AskDependencies & { readonly clock: Clock; readonly limits: PromptLimits },
): Promise<string | undefined> {
  const { clock, limits, signal } = deps;
  const reply = raceAbort(signal, replied);
  const lap = startStopwatch(clock, longestRoundMs(limits));
  for (;;) {
    const id = await withTimeout(clock, limits.recordMs, reply, () => undefined);
    if (id !== undefined) return id;
    const found = await lookUp(promptId, deps);
    signal.throwIfAborted();
    if (typeof found === "object") return found.id;
    if (lap() >= limits.unreachableMs) return undefined;
  }
}
