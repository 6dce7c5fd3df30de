// Which waiting prompts may begin, as far as their owners decide.

import { countByOwner, ownerWait } from "@pictor/farm";
import type { PromptWait } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { entriesOnMembers } from "../core/settle.js";
import type { Entry } from "../prompts/entry.js";

/** How many prompts of each owner members have. Those without a limit do not count. */
const countRunning = (core: Core): ReadonlyMap<string, number> =>
  countByOwner(
    entriesOnMembers(core).flatMap(({ submission: { owner, runningLimit } }) =>
      runningLimit === undefined ? [] : [owner],
    ),
  );

/**
 * Says why a prompt waits for its owner; undefined if it may begin. Holds until a prompt begins or ends, or a person
 * pauses an owner.
 */
export function ownerWaits(core: Core): (entry: Entry) => PromptWait | undefined {
  const { pausedOwners, runningLimits } = core;
  let running: ReadonlyMap<string, number> | undefined;
  return ({ submission: { owner = "", runningLimit: own } }) => {
    if (own !== undefined) running ??= countRunning(core);
    const state = {
      isPaused: pausedOwners.has(owner),
      running: running?.get(owner) ?? 0,
      runningLimit: runningLimits.get(owner),
    };
    return ownerWait(state, own);
  };
}

/** The waiting prompts that may begin, in the order of their turns: nobody waits for the others. */
export function beginnable(core: Core): readonly Entry[] {
  const { pausedOwners, runningLimits, table } = core;
  const waiting = table.waiting();
  if (pausedOwners.size + runningLimits.size === 0) return waiting;
  const waitOf = ownerWaits(core);
  return waiting.filter((entry) => waitOf(entry) === undefined);
}
