// The state of a prompt, as the pool reports it.

import {
  describeLack,
  expectedWaitMs,
  explainWait,
  lacksOf,
  modelsKey,
  pausedWait,
  runMsOf,
  type JudgedMember,
  type MeasuredServer,
} from "@pictor/farm";
import { raceAbort, type CallOptions, type PromptState, type PromptWait } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { countOnMembers } from "../core/settle.js";
import { beginnable, ownerWaits } from "../dispatch/owner-waits.js";
import { stateOfPool } from "../events/translate.js";
import type { Entry } from "../prompts/entry.js";
import { locate } from "./locate.js";

/** The expected milliseconds until a prompt runs, on the members that can run it. */
function waitMsOf({ members }: Core, entry: Entry, place: number): number | undefined {
  const key = modelsKey(entry.models);
  const servers = [...members.values()]
    .filter((member) => entry.members.has(member.name) && member.isUsable())
    .flatMap((member): readonly MeasuredServer[] => {
      const runMs = runMsOf(member.runs.times, key);
      return Array<MeasuredServer>(member.capacity()).fill(runMs === undefined ? {} : { runMs });
    });
  return expectedWaitMs(place, servers);
}

/** What each member lacks for a prompt; nothing: it can run the prompt. */
function judged(
  { catalogs, members }: Core,
  { members: able, needs, refusals }: Entry,
): readonly JudgedMember[] {
  const lacksOn = (member: string): readonly string[] => {
    if (able.has(member)) return [];
    const refusal = refusals.get(member);
    if (refusal !== undefined) return [`what the prompt needs: ${refusal.what}`];
    const catalog = catalogs.known(member, needs.classes);
    const lacks = catalog === undefined ? [] : lacksOf(needs, catalog).map(describeLack);
    return lacks.length > 0 ? lacks : ["something that the prompt needs"];
  };
  return [...members.values()].map((member) => ({
    member: member.name,
    state: member.state(),
    lacks: lacksOn(member.name),
  }));
}

/** Why a prompt waits in the pool. */
const waitReason = (core: Core, entry: Entry): PromptWait =>
  core.isPaused ? pausedWait : (ownerWaits(core)(entry) ?? explainWait(judged(core, entry)));

/** Nothing is heard of a prompt on a member while the connection to the member is lost. */
function connectionWait({ members }: Core, name: string): PromptWait | undefined {
  if (members.get(name)?.isConnected() !== false) return undefined;
  return {
    why: "connection",
    detail: `the connection to the member ${name} is lost, and Pictor connects again`,
  };
}

/**
 * What the table says about a prompt. `placeOf` gives its index among those that wait and may begin; -1: it waits for
 * its owner.
 */
export function stateOf(
  core: Core,
  entry: Entry,
  placeOf: (entry: Entry) => number = (one) => beginnable(core).indexOf(one),
): PromptState {
  const { notes, state } = entry;
  switch (state.step) {
    case "waiting": {
      const place = placeOf(entry);
      const waitMs = place < 0 ? undefined : waitMsOf(core, entry, place);
      return {
        state: "queued",
        // Those with earlier turns, and those on members, run before it.
        ...(place >= 0 && { ahead: place + countOnMembers(core) }),
        ...(waitMs !== undefined && { waitMs }),
        wait: waitReason(core, entry),
      };
    }
    case "dispatching":
      return { state: "queued" };
    case "there": {
      if (state.isRunning) return { state: "running" };
      const wait = connectionWait(core, state.member) ?? notes.wait;
      return { state: "queued", ...(wait !== undefined && { wait }) };
    }
    case "ended":
      return state.record;
    case "lost":
      return { state: "lost", reason: state.reason };
    case "rejected":
      return { state: "failed", outputs: [], error: state.error };
    case "removed":
      return { state: "unknown" };
  }
}

/** Reads the record of a prompt that a member has, and waits for it. A member that does not answer is asked again later. */
export async function readPromptState(
  core: Core,
  promptId: string,
  options: CallOptions = {},
): Promise<PromptState> {
  const entry = core.table.get(promptId);
  if (entry !== undefined) {
    if (entry.prompt !== undefined) await raceAbort(options.signal, entry.prompt.look());
    return stateOf(core, entry);
  }
  const found = await locate(core, promptId, options);
  return found === undefined ? { state: "unknown" } : stateOfPool(found.state, found.member.name);
}
