// Ends a prompt: counts it, notes what was measured, and informs the listeners.

import { isTimed, modelsKey, noteRun } from "@pictor/farm";
import type { BackendEvent } from "@pictor/kernel/plugin";
import type { Entry } from "../prompts/entry.js";
import type { PromptInput } from "../prompts/prompt-state.js";
import { stateOfPool } from "../events/translate.js";
import type { Core } from "./core.js";

type Ending = Extract<PromptInput, { readonly type: "record" | "lose" | "rejected" | "removed" }>;

/** The prompts that the members of the pool have. */
export const entriesOnMembers = ({ members, table }: Core): readonly Entry[] =>
  [...members.keys()].flatMap((name) => table.on(name));

/** How many prompts of the pool its members have. */
export const countOnMembers = (core: Core): number => entriesOnMembers(core).length;

/** The event that says how many prompts the pool has. */
export const countEvent = (core: Core): BackendEvent => ({
  type: "status",
  queueRemaining: core.table.waiting().length + countOnMembers(core),
});

export const announceCount = (core: Core): void => {
  core.hub.emit(countEvent(core));
};

function measure(core: Core, entry: Entry, ending: Ending): void {
  const { state, models, notes } = entry;
  const member = "member" in state ? core.members.get(state.member) : undefined;
  if (member === undefined) return;
  if (ending.type === "lose") member.runs.lost++;
  if (ending.type === "removed") return;
  member.runs.ended++;
  if (ending.type !== "record") return;
  member.prove();
  const { startedAt, isCold } = notes;
  if (startedAt !== undefined && isTimed(ending.record, notes))
    member.runs.times = noteRun(member.runs.times, modelsKey(models), core.clock.now() - startedAt, isCold);
}

/**
 * A prompt that its member has certainly not run waits again, or ends if it was cancelled. Returns false if its state
 * does not allow that.
 */
export function giveBack({ table }: Core, entry: Entry): boolean {
  if (!table.apply(entry, { type: "notRun" })) return false;
  void entry.noteSent?.(false).catch(() => undefined);
  return true;
}

/** Returns false if the prompt has ended before. */
export function settle(core: Core, entry: Entry, ending: Ending): boolean {
  const { hub, table } = core;
  const { state } = entry;
  const translated: Ending =
    ending.type === "record" && "member" in state
      ? { ...ending, record: stateOfPool(ending.record, state.member) }
      : ending;
  if (!table.apply(entry, translated)) return false;
  // The state before the ending says which member has run the prompt.
  measure(core, { ...entry, state }, ending);
  entry.outcome.resolve({ promptId: entry.id, dropped: [] });
  const { id: promptId } = entry;
  const as = ending.type === "record" ? ending.record.state : undefined;
  const event: BackendEvent = { type: "ended", promptId, ...(as !== undefined && { as }) };
  hub.emit(event);
  announceCount(core);
  return true;
}
