// Passes the events of members on to the listeners of the pool, and measures runs by them.

import { modelsKey, noteMessage, noteStep } from "@pictor/farm";
import type { BackendEvent } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import type { Dispatcher } from "../dispatch/dispatcher.js";
import type { Follower } from "../follow/follower.js";
import type { Member } from "../members/member.js";
import type { Entry } from "../prompts/entry.js";
import { eventOfPool, type PromptEvent } from "../events/translate.js";

/** The most events that are kept for a prompt whose id on the member is not known yet. */
const maxKept = 1_000;

export function createRelay(core: Core, follower: Follower, dispatcher: Dispatcher) {
  const { clock, hub, table } = core;
  /** Events under unknown ids, by id, of each member to which prompts are being passed on. */
  const kept = new Map<Member, Map<string, PromptEvent[]>>();

  const noteProgress = (
    entry: Entry,
    member: Member,
    { node, value, max }: Extract<BackendEvent, { readonly type: "progress" }>,
  ): void => {
    const { notes, models } = entry;
    const { steps } = notes;
    const now = clock.now();
    if (steps?.node === node && value > steps.value) {
      const ms = (now - steps.at) / (value - steps.value);
      member.runs.times = noteStep(member.runs.times, modelsKey(models), ms);
    }
    notes.steps = { node, value, max, at: now };
  };

  const pass = (entry: Entry, member: Member, event: PromptEvent): void => {
    const { notes } = entry;
    if (event.type !== "ended") {
      notes.startedAt ??= clock.now();
      table.apply(entry, { type: "running" });
    }
    if (event.type === "progress") noteProgress(entry, member, event);
    notes.messages = noteMessage(notes.messages, event);
    follower.noteEvent(entry, event);
    if (event.type === "ended") {
      // Listeners get the end only after the record was read, because the record decides how the prompt ended.
      dispatcher.pump();
      return;
    }
    hub.emit(eventOfPool(event, entry.id, member.name));
    if (event.type === "progress" || event.type === "started") dispatcher.pump();
  };

  const onPromptEvent = (member: Member, event: PromptEvent): void => {
    const entry = table.at(member.name, event.promptId);
    if (entry !== undefined) {
      if (entry.state.step === "there") pass(entry, member, event);
      return;
    }
    const proposed = table.get(event.promptId);
    const isPassed = proposed?.state.step === "dispatching" && proposed.state.member === member.name;
    if (isPassed) dispatcher.noteSeen(proposed, event.promptId);
    if (event.type === "preview" || !(isPassed || dispatcher.isPassingTo(member.name))) return;
    const byId = kept.get(member) ?? new Map<string, PromptEvent[]>();
    const events = byId.get(event.promptId) ?? [];
    if (events.length < maxKept || event.type === "ended") events.push(event);
    kept.set(member, byId.set(event.promptId, events));
  };

  const onConnection = (member: Member, state: "open" | "lost" | "closed"): void => {
    for (const entry of table.on(member.name)) {
      if (state !== "open") entry.notes.wasCut = true;
      void follower.read(entry, true);
    }
    if (state !== "open") void member.check();
  };

  return {
    onEvent(member: Member, event: BackendEvent): void {
      if (event.type === "connection") onConnection(member, event.state);
      else if ("promptId" in event) onPromptEvent(member, event);
    },
    /** Passes on the events that came before the id of the prompt was known. */
    release(entry: Entry): void {
      const { state } = entry;
      if (!("id" in state)) return;
      const member = core.members.get(state.member);
      if (member === undefined) return;
      const events = kept.get(member)?.get(state.id) ?? [];
      kept.get(member)?.delete(state.id);
      if (!dispatcher.isPassingTo(state.member)) kept.delete(member);
      for (const event of events) if (entry.state.step === "there") pass(entry, member, event);
    },
  };
}
