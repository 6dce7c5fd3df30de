// The prompts of a pool: those that wait, in the order of their turns, those on members, and the latest that have ended.

import { compareTurns, noTurns, serveTurn, takeTurn, type Turn } from "@pictor/farm";
import type { Priority } from "@pictor/kernel/plugin";
import { createEndedPrompts } from "./ended-prompts.js";
import type { Entry } from "./entry.js";
import { isLast, memberOf, nextStep, type PromptInput, type PromptStep } from "./prompt-state.js";

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

export class Table {
  readonly #active = new Map<string, Entry>();
  readonly #ended = createEndedPrompts(({ state }) => {
    if ("id" in state) this.#places.delete(keyOf(state.member, state.id));
  });
  readonly #places = new Map<string, Entry>();
  readonly #waiting: Entry[] = [];
  readonly #held = new Map<string, Set<Entry>>();
  #turns = noTurns;
  #served = 0;

  get(id: string): Entry | undefined {
    return this.#active.get(id) ?? this.#ended.get(id);
  }

  /** The prompt that a member has under this id of its own. */
  at(member: string, id: string): Entry | undefined {
    return this.#places.get(keyOf(member, id));
  }

  /** The prompts that wait, in the order of their turns. */
  waiting(): readonly Entry[] {
    return this.#waiting;
  }

  /** The prompts that a member has or may have, in the order in which they were passed on. */
  on(member: string): readonly Entry[] {
    return [...(this.#held.get(member) ?? [])];
  }

  /** All prompts, the newest last. */
  *all(): Iterable<Entry> {
    yield* this.#ended.all();
    yield* this.#active.values();
  }

  /** Gives a new prompt its turn; also how many wait with an earlier one, and how many have been served so far. */
  turnFor(
    owner: string | undefined,
    priority: Priority | undefined,
  ): Pick<Entry, "turn" | "ahead" | "servedBefore"> {
    const taken = takeTurn(this.#turns, owner, priority);
    this.#turns = taken.turns;
    return { turn: taken.turn, ahead: placeIn(this.#waiting, taken.turn), servedBefore: this.#served };
  }

  /** Gives a prompt that waits a new turn, of another priority. Returns false if it does not wait. */
  reprioritize(entry: Entry, priority: Priority): boolean {
    if (entry.state.step !== "waiting") return false;
    this.#leave(entry, entry.state);
    Object.assign(entry, this.turnFor(entry.submission.owner, priority));
    this.#enter(entry);
    return true;
  }

  add(entry: Entry): void {
    this.#active.set(entry.id, entry);
    this.#enter(entry);
  }

  remove(entry: Entry): void {
    this.#leave(entry, entry.state);
    this.#active.delete(entry.id);
    this.#ended.delete(entry.id);
  }

  /** Applies an input to a prompt. Returns whether it has changed. */
  apply(entry: Entry, input: PromptInput): boolean {
    const before = entry.state;
    const state = nextStep(before, input);
    if (state === before) return false;
    entry.state = state;
    if (before.step !== state.step || memberOf(before) !== memberOf(state)) {
      this.#leave(entry, before);
      this.#enter(entry);
    }
    if ("id" in state) this.#places.set(keyOf(state.member, state.id), entry);
    else if ("id" in before) this.#places.delete(keyOf(before.member, before.id));
    if (!isLast(state)) return true;
    this.#active.delete(entry.id);
    this.#ended.add(entry);
    return true;
  }

  /** How many prompts were served so far. */
  served(): number {
    return this.#served;
  }

  /** Notes that a prompt is being served. */
  serve(turn: Turn): void {
    this.#served++;
    this.#turns = serveTurn(this.#turns, turn);
  }

  #enter(entry: Entry): void {
    if (entry.state.step === "waiting") this.#waiting.splice(placeIn(this.#waiting, entry.turn), 0, entry);
    const member = memberOf(entry.state);
    if (member === undefined || isLast(entry.state)) return;
    const there = this.#held.get(member) ?? new Set();
    this.#held.set(member, there.add(entry));
  }

  #leave(entry: Entry, before: PromptStep): void {
    if (before.step === "waiting") {
      const place = placeIn(this.#waiting, entry.turn);
      if (this.#waiting[place] === entry) this.#waiting.splice(place, 1);
    }
    const member = memberOf(before);
    if (member !== undefined) this.#held.get(member)?.delete(entry);
  }
}
