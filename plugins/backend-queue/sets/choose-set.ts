// Chooses the queue from which a worker takes its next prompt: fair turns, and as few loads of models as they allow. Pure.

import type { SetId } from "../bull/jobs.js";
import type { Turn } from "../protocol/rounds.js";

/** The beginning of a queue. */
export interface Head {
  readonly set: SetId;
  /** The turn of the first prompt, or an earlier one. */
  readonly turn: Turn;
  /** Whether the worker's server has the models of the set in its memory. */
  readonly isWarm: boolean;
}

/** The most rounds by which a prompt whose models are loaded may overtake others of its priority. */
const warmRounds = 8;

const compare = (one: Turn, other: Turn): number => one.priority - other.priority || one.round - other.round;

/** The queue to take from; undefined if nothing waits. `heads` are those of the queues that the worker can serve. */
export function chooseSet(heads: readonly Head[]): Head | undefined {
  const [first, ...others] = [...heads].sort(
    (one, other) => compare(one.turn, other.turn) || Number(other.isWarm) - Number(one.isWarm),
  );
  if (first === undefined || first.isWarm) return first;
  const { priority, round } = first.turn;
  const warm = others.find(
    ({ turn, isWarm }) => isWarm && turn.priority === priority && turn.round < round + warmRounds,
  );
  return warm ?? first;
}
