// Passes the events of members on to their prompts and to the listeners of the pool, and measures runs by them.

import { modelsKey, noteStep } from "@pictor/farm";
import type { PromptEvent } from "@pictor/prompt-life";
import type { BackendEvent } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { eventOfPool } from "../events/translate.js";
import type { Member } from "../members/member.js";
import type { Entry } from "../prompts/entry.js";

/** Gives an event of a member to the prompts that it may be about. */
export function routeEvent({ table }: Core, member: Member, event: BackendEvent): void {
  if (event.type === "connection") {
    for (const { prompt } of table.on(member.name)) prompt?.onEvent(event);
    if (event.state !== "open") void member.check();
  } else if ("promptId" in event) {
    const entry = table.at(member.name, event.promptId);
    // An unknown id may be one that the member has assigned to a prompt that is being passed on.
    const entries = entry
      ? [entry]
      : table.on(member.name).filter(({ state }) => state.step === "dispatching");
    for (const { prompt } of entries) prompt?.onEvent(event);
  }
}

function noteProgress(
  { entry: { models, notes }, member: { runs } }: RunOnMember,
  { node, value, max }: Extract<BackendEvent, { readonly type: "progress" }>,
  now: number,
): void {
  const { steps } = notes;
  if (steps?.node === node && value > steps.value)
    runs.times = noteStep(runs.times, modelsKey(models), (now - steps.at) / (value - steps.value));
  notes.steps = { node, value, max, at: now };
}

interface RunOnMember {
  readonly entry: Entry;
  readonly member: Member;
}

/** Notes an event of a prompt that a member has. The end is passed on once the record has said how it has ended. */
export function passEvent({ clock, hub, table }: Core, run: RunOnMember, event: PromptEvent): void {
  if (event.type === "ended") return;
  const { entry, member } = run;
  // A member with several servers says so of its own; it is no sign that the prompt runs.
  if (event.type !== "promptConnection") {
    entry.notes.startedAt ??= clock.now();
    table.apply(entry, { type: "running" });
  }
  if (event.type === "progress") noteProgress(run, event, clock.now());
  hub.emit(eventOfPool(event, entry.id, member.name));
}
