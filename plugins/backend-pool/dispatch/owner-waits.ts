// Which waiting prompts may begin, as far as their owners decide.

import { ownerWait } from "@pictor/farm";
import type { PromptWait } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import type { Entry } from "../prompts/entry.js";

/** Says why a prompt waits for its owner; undefined if it may begin. Holds until a prompt begins or ends, or a person pauses an owner. */
export function ownerWaits({ pausedOwners }: Core): (entry: Entry) => PromptWait | undefined {
  return ({ submission: { owner } }) =>
    ownerWait({
      isPaused: owner !== undefined && pausedOwners.has(owner),
      running: 0,
      runningLimit: undefined,
    });
}

/** The waiting prompts that may begin, in the order of their turns: nobody waits for the others. */
export function beginnable(core: Core): readonly Entry[] {
  const waiting = core.table.waiting();
  if (core.pausedOwners.size === 0) return waiting;
  const waitOf = ownerWaits(core);
  return waiting.filter((entry) => waitOf(entry) === undefined);
}
