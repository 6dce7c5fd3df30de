// Which queue a worker takes from: turns first, loaded models within some rounds, and never over a higher priority.

import { expect, it } from "vitest";
import { chooseSet, type Head } from "./choose-set.js";

const head = (set: string, priority: number, round: number, isWarm = false): Head => ({
  set,
  isWarm,
  turn: { priority, round },
});
const chosen = (...heads: readonly Head[]) => chooseSet(heads)?.set;

it.each<[string, readonly Head[], string | undefined]>([
  ["nothing", [], undefined],
  ["the earlier round", [head("a", 1, 5), head("b", 1, 4)], "b"],
  ["the higher priority", [head("a", 1, 1, true), head("b", 0, 9)], "b"],
  ["loaded models within eight rounds", [head("a", 1, 1), head("b", 1, 8, true)], "b"],
  ["no loaded models beyond eight rounds", [head("a", 1, 1), head("b", 1, 9, true)], "a"],
  ["of equal turns the one with loaded models", [head("a", 1, 1), head("b", 1, 1, true)], "b"],
])("takes %s", (_what, heads, expected) => {
  expect(chosen(...heads)).toBe(expected);
});
