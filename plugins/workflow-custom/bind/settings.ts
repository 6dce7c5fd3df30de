// The settings that stand for inputs of any graph: the prompts and the seed. Pure.

import { noSeed, promptUnclear } from "../faults.js";
import { promptPlace, type Side } from "./prompts.js";
import { fittingSeed, seedPlaces } from "./seeds.js";
import { withValue, type Bound, type Names } from "./types.js";

type Catalog = Names["catalog"];

/** Throws `CUSTOM_PROMPT_UNCLEAR` where the graph has not exactly one place for it. */
export function withPrompt(bound: Bound, catalog: Catalog, side: Side, text: string | undefined): Bound {
  if (text === undefined) return bound;
  const found = promptPlace(side, { graph: bound.graph, catalog });
  if (!found.found) throw promptUnclear(side, found.reason);
  return withValue(bound, [found.place], text, side === "positive" ? "prompt" : "negative");
}

/**
 * The seed in every place that nobody has bound by name; smaller where the class takes small ones only. Throws `CUSTOM_NO_SEED` where there is none: the seed would be
 * lost, or all batches would be one picture.
 */
export function withSeed(bound: Bound, catalog: Catalog, seed: bigint, isGiven: boolean): Bound {
  const names = { graph: bound.graph, catalog };
  const all = seedPlaces(names);
  if (all.length === 0)
    throw noSeed(isGiven ? "the given one goes nowhere" : "all batches would be the same");
  const free = all.filter(({ node, input }) => bound.origins[`${node}.${input}`] === undefined);
  return free.reduce(
    (next, place) => withValue(next, [place], fittingSeed(seed, names, place), "seed"),
    bound,
  );
}
