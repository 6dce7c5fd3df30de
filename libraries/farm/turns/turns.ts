// Fair turns: prompts of owners are served in rounds, one prompt of each owner in a round. Pure.

import { priorities, type Priority } from "@pictor/kernel/plugin";

/** When it is a prompt's turn: prompts of a higher priority first, then by round, then by arrival. */
export interface Turn {
  /** Index in `priorities`: 0 runs first. */
  readonly priority: number;
  readonly round: number;
  /** Number of the prompt in the order of arrival. */
  readonly arrival: number;
}

/** The rounds of one priority. */
interface Rounds {
  /** The round that is being served. */
  readonly current: number;
  /** The round of the last prompt of each owner, for owners that are ahead of the current round. */
  readonly last: ReadonlyMap<string, number>;
}

/** The state of all turns. */
export interface Turns {
  readonly rounds: readonly Rounds[];
  readonly arrivals: number;
}

export const noTurns: Turns = {
  rounds: priorities.map(() => ({ current: 0, last: new Map() })),
  arrivals: 0,
};

/** Prompts without an owner share the turns of one owner. */
const ownerKey = (owner: string | undefined): string => owner ?? "";

/** The round for the next prompt of an owner: the current one, or the one after the last prompt of the owner. */
export const nextRound = (current: number, last: number | undefined): number =>
  last === undefined ? current : Math.max(current, last + 1);

const replaceRounds = (turns: Turns, priority: number, rounds: Rounds): readonly Rounds[] =>
  turns.rounds.map((one, index) => (index === priority ? rounds : one));

/** Gives the next turn to an owner. */
export function takeTurn(
  turns: Turns,
  owner: string | undefined,
  priority: Priority = "normal",
): { readonly turns: Turns; readonly turn: Turn } {
  const index = priorities.indexOf(priority);
  const rounds = turns.rounds[index] ?? { current: 0, last: new Map<string, number>() };
  const round = nextRound(rounds.current, rounds.last.get(ownerKey(owner)));
  const last = new Map(rounds.last).set(ownerKey(owner), round);
  return {
    turns: { rounds: replaceRounds(turns, index, { ...rounds, last }), arrivals: turns.arrivals + 1 },
    turn: { priority: index, round, arrival: turns.arrivals },
  };
}

/** Notes that a prompt with this turn is being served. Owners that come back later start in this round. */
export function serveTurn(turns: Turns, { priority, round }: Turn): Turns {
  const rounds = turns.rounds[priority];
  if (rounds === undefined || round <= rounds.current) return turns;
  const last = new Map([...rounds.last].filter(([, lastRound]) => lastRound >= round));
  return { ...turns, rounds: replaceRounds(turns, priority, { current: round, last }) };
}

/** Orders turns: negative if `one` is served before `other`. */
export const compareTurns = (one: Turn, other: Turn): number =>
  one.priority - other.priority || one.round - other.round || one.arrival - other.arrival;
