// Sends the cancel of a prompt until the prompt has ended: a server can acknowledge an interrupt that has no effect, or
// not answer.

import { pause, type CancelOutcome, type Clock } from "@pictor/kernel/plugin";
import type { PromptLimits } from "../limits.js";

export interface CancelDependencies {
  readonly clock: Clock;
  readonly limits: Pick<PromptLimits, "cancelMs" | "longestCancelMs">;
  hasEnded(): boolean;
  /** Ends the pause between two cancels, and the cancelling. */
  readonly signal: AbortSignal;
  /** Sends the cancel, within `answerMs`. */
  cancel(): Promise<CancelOutcome>;
  /** Called with each answer; undefined if there was none. */
  onAnswer(outcome: CancelOutcome | undefined): void;
}

/** Resolves when the prompt has ended, or the signal is aborted. Never rejects. */
export async function cancelUntilEnded(deps: CancelDependencies): Promise<void> {
  const { clock, limits, signal } = deps;
  let ms = limits.cancelMs;
  while (!signal.aborted && !deps.hasEnded()) {
    const outcome = await deps.cancel().catch(() => undefined);
    deps.onAnswer(outcome);
    if (!deps.hasEnded()) await pause(clock, ms, signal).catch(() => undefined);
    if (outcome !== undefined) ms = Math.min(limits.longestCancelMs, 2 * ms);
  }
}
