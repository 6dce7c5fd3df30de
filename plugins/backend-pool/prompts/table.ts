// The prompts of a pool: those that wait, in the order of their turns, those on members, and the latest that have ended.

import { compareTurns, noTurns, serveTurn, takeTurn, type Turn } from "@pictor/farm";
import type { Priority } from "@pictor/kernel/plugin";
import { createEndedPrompts } from "./ended-prompts.js";
import type { Entry } from "./entry.js";
import { isLast, memberOf, nextStep, type PromptInput, type PromptStep } from "./prompt-state.js";

export type Table = ReturnType<typeof createTable>;

const keyOf = (member: string, id: string): string => JSON.stringify([member, id]);

/** The index at which an entry belongs in a list in the order of turns. */
function placeIn(entries: readonly Entry[], turn: Turn): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle];
    if (entry !== undefined && compareTurns(entry.turn, turn) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function createTable() {
  const active = new Map<string, Entry>();
  const ended = createEndedPrompts(({ state }) => {
    if ("id" in state) places.delete(keyOf(state.member, state.id));
  });
  const places = new Map<string, Entry>();
  const waiting: Entry[] = [];
  const held = new Map<string, Set<Entry>>();
  let turns = noTurns;
  let served = 0;

  const enter = (entry: Entry, { step }: PromptStep): void => {
    if (step === "waiting") waiting.splice(placeIn(waiting, entry.turn), 0, entry);
    const member = memberOf(entry.state);
    if (member === undefined || isLast(entry.state)) return;
    const there = held.get(member) ?? new Set();
    held.set(member, there.add(entry));
  };
  const leave = (entry: Entry, before: PromptStep): void => {
    if (before.step === "waiting") {
      const place = placeIn(waiting, entry.turn);
      if (waiting[place] === entry) waiting.splice(place, 1);
    }
    const member = memberOf(before);
    if (member !== undefined) held.get(member)?.delete(entry);
  };
  const keepPlace = (entry: Entry, before: PromptStep): void => {
    const { state } = entry;
    if ("id" in state) places.set(keyOf(state.member, state.id), entry);
    else if ("id" in before) places.delete(keyOf(before.member, before.id));
  };

  /** Gives a new prompt its turn; also how many wait with an earlier one, and how many have been served so far. */
  const turnFor = (
    owner: string | undefined,
    priority: Priority | undefined,
  ): Pick<Entry, "turn" | "ahead" | "servedBefore"> => {
    const taken = takeTurn(turns, owner, priority);
    turns = taken.turns;
    return { turn: taken.turn, ahead: placeIn(waiting, taken.turn), servedBefore: served };
  };

  return {
    get: (id: string) => active.get(id) ?? ended.get(id),
    /** The prompt that a member has under this id of its own. */
    at: (member: string, id: string) => places.get(keyOf(member, id)),
    /** The prompts that wait, in the order of their turns. */
    waiting: (): readonly Entry[] => waiting,
    /** The prompts that a member has or may have, in the order in which they were passed on. */
    on: (member: string): readonly Entry[] => [...(held.get(member) ?? [])],
    /** All prompts, the newest last. */
    *all(): Iterable<Entry> {
      yield* ended.all();
      yield* active.values();
    },
    turnFor,
    /** Gives a prompt that waits a new turn, of another priority. Returns false if it does not wait. */
    reprioritize(entry: Entry, priority: Priority): boolean {
      if (entry.state.step !== "waiting") return false;
      leave(entry, entry.state);
      Object.assign(entry, turnFor(entry.submission.owner, priority));
      enter(entry, entry.state);
      return true;
    },
    add(entry: Entry): void {
      active.set(entry.id, entry);
      enter(entry, entry.state);
    },
    remove(entry: Entry): void {
      leave(entry, entry.state);
      active.delete(entry.id);
      ended.delete(entry.id);
    },
    /** Applies an input to a prompt. Returns whether it has changed. */
    apply(entry: Entry, input: PromptInput): boolean {
      const before = entry.state;
      const state = nextStep(before, input);
      if (state === before) return false;
      entry.state = state;
      if (before.step !== state.step || memberOf(before) !== memberOf(state)) {
        leave(entry, before);
        enter(entry, state);
      }
      keepPlace(entry, before);
      if (!isLast(state)) return true;
      active.delete(entry.id);
      ended.add(entry);
      return true;
    },
    /** How many prompts were served so far. */
    served: () => served,
    /** Notes that a prompt is being served. */
    serve(turn: Turn): void {
      served++;
      turns = serveTurn(turns, turn);
    },
  };
}
