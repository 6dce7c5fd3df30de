// Whether a prompt of an owner may begin now: the one decision of pools and queues. Pure.

import type { PromptWait } from "@pictor/kernel/plugin";

/** An owner, as far as it decides whether its next prompt begins. */
export interface OwnerState {
  /** Whether a person has paused the owner. */
  readonly isPaused: boolean;
  /** How many of its prompts run. */
  readonly running: number;
  /** How many of its prompts may run at the same time; undefined: any number. */
  readonly runningLimit: number | undefined;
}

/** Why the next prompt of an owner waits, although its turn has come; undefined if it may begin. */
export function ownerWait({ isPaused, running, runningLimit }: OwnerState): PromptWait | undefined {
  if (isPaused) return { why: "paused", detail: "the owner is paused, and its prompts wait" };
  if (runningLimit === undefined || running < runningLimit) return undefined;
  return { why: "limit", detail: `as many prompts of the owner run as its limit allows: ${runningLimit}` };
}
