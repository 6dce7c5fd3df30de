// Chooses the queue from which a worker takes its next prompt: fair turns, and as few loads of models as they allow. Pure.

import type { SetId } from "./capability.js";
import type { BullTurn } from "../protocol/rounds.js";

/** The beginning of a queue. */
export interface Head {
  readonly set: SetId;
  /** The turn of the first prompt; absent for one that has waited before and was given back, which comes first. */
  readonly turn?: BullTurn;
  /** Whether the worker's server has the models of the set in its memory. */
  readonly isWarm: boolean;
}

/** The most rounds by which a prompt whose models are loaded may overtake others of its priority. */
const warmRounds = 8;

const compare = (one: BullTurn, other: BullTurn): number =>
  one.priority - other.priority || one.round - other.round;
const noTurn: BullTurn = { priority: -1, round: 0 };

/** The queue to take from; undefined if nothing waits. `heads` are those of the queues that the worker can serve. */
export function chooseSet(heads: readonly Head[]): Head | undefined {
  const ordered = [...heads].sort(
    (one, other) =>
      compare(one.turn ?? noTurn, other.turn ?? noTurn) || Number(other.isWarm) - Number(one.isWarm),
  );
  const [first] = ordered;
  if (first?.turn === undefined || first.isWarm) return first;
  const { priority, round } = first.turn;
  const warm = ordered.find(
    ({ turn, isWarm }) => isWarm && turn?.priority === priority && turn.round < round + warmRounds,
  );
  return warm ?? first;
}
