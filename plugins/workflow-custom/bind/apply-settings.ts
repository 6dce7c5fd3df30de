// Applies the settings for prompts and seed to a graph.

import type { Catalog } from "@pictor/kernel/plugin";
import {
  findPromptInput,
  findSeedInputs,
  seedWithinLimit,
  type NodeInput,
  type PromptSide,
} from "@pictor/workflow-parts/graph-inputs";
import { noSeed, promptUnclear } from "../faults.js";
import { setInputs, type BoundGraph } from "./bound-graph.js";

/** Sets the prompt. Throws CUSTOM_PROMPT_UNCLEAR if the graph does not have exactly one input for the prompt. */
export function applyPrompt(
  bound: BoundGraph,
  catalog: Catalog,
  side: PromptSide,
  text: string | undefined,
): BoundGraph {
  if (text === undefined) return bound;
  const found = findPromptInput(side, { graph: bound.graph, catalog });
  if (!found.found) throw promptUnclear(side, found.reason);
  const setting = side === "positive" ? "prompt" : "negative";
  return setInputs(bound, [{ target: found.target, value: text, setting }]);
}

const isBound = ({ origins }: BoundGraph, { node, input }: NodeInput): boolean =>
  (origins[`${node}.${input}`]?.setting ?? "seed") !== "seed";

/** The bindings that set the seeds of the graph, if they leave none to the seed of the batch. Undefined otherwise. */
export function bindingsOfEverySeed(bound: BoundGraph, catalog: Catalog): readonly string[] | undefined {
  const targets = findSeedInputs({ graph: bound.graph, catalog });
  if (targets.length === 0 || !targets.every((target) => isBound(bound, target))) return undefined;
  return [...new Set(targets.map(({ node, input }) => bound.origins[`${node}.${input}`]?.setting ?? ""))];
}

/**
 * Sets the seed in every seed input that no binding has set. Throws CUSTOM_NO_SEED if the graph has no seed input and no
 * dynamic prompt: the requested seed would have no effect, or all batches would be the same.
 */
export function applySeed(
  bound: BoundGraph,
  catalog: Catalog,
  { seed, isSeedGiven, hasChoices }: { seed: bigint; isSeedGiven: boolean; hasChoices: boolean },
): BoundGraph {
  const cataloged = { graph: bound.graph, catalog };
  const targets = findSeedInputs(cataloged);
  if (targets.length === 0 && !hasChoices)
    throw noSeed(isSeedGiven ? "the given seed has no effect" : "all batches would be the same");
  const unbound = targets.filter((target) => !isBound(bound, target));
  const assignments = unbound.map((target) => ({
    target,
    value: seedWithinLimit(seed, cataloged, target),
    setting: "seed",
  }));
  return setInputs(bound, assignments);
}
