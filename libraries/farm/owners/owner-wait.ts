// Whether a prompt of an owner may begin now: the one decision of pools and queues. Pure.

import type { PromptWait } from "@pictor/kernel/plugin";

/** An owner, as far as it decides whether its next prompt begins. */
export interface OwnerState {
  /** Whether a person has paused the owner. */
  readonly isPaused: boolean;
  /** How many of its prompts run. */
  readonly running: number;
  /**
   * How many of its prompts may run at the same time, as its newest submission with a limit says, or a person after it;
   * undefined: that is not known.
   */
  readonly runningLimit: number | undefined;
}

/**
 * Why a prompt of an owner waits, although its turn has come; undefined if it may begin. `ownLimit` is the limit with
 * which the prompt was submitted: a prompt without one has none, and a newer one replaces it.
 */
export function ownerWait(
  { isPaused, running, runningLimit }: OwnerState,
  ownLimit: number | undefined,
): PromptWait | undefined {
  if (isPaused) return { why: "paused", detail: "the owner is paused, and its prompts wait" };
  if (ownLimit === undefined) return undefined;
  const limit = runningLimit ?? ownLimit;
  if (running < limit) return undefined;
  return { why: "limit", detail: `as many prompts of the owner run as its limit allows: ${limit}` };
}
