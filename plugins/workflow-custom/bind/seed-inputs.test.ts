// The seed inputs of a graph.

import type { Graph } from "@pictor/kernel/plugin";
import { expect, it } from "vitest";
import { catalog } from "../testing/catalog.js";
import { findSeedInputs, graphSeed } from "@pictor/workflow-parts/graph-inputs";
import { applySeed } from "./apply-settings.js";
import type { BoundGraph } from "./bound-graph.js";

const graph: Graph = {
  "1": { class_type: "KSampler", inputs: { seed: 7, steps: 3 } },
  "2": { class_type: "Elsewhere", inputs: { noise_seed: 18446744073709551615n } },
  "3": { class_type: "KSampler", inputs: { seed: ["4", 0] } },
  "4": { class_type: "WholeNumber", inputs: { value: 9 } },
  "5": { class_type: "KSampler", inputs: { seed: ["1", 0] } },
  "6": { class_type: "SmallSeed", inputs: { seed: 3 } },
  "7": { class_type: "Dynamic", inputs: { "mode.seed": 4, seed: "no number", seeds: 5 } },
};
const targets = findSeedInputs({ graph, catalog });
const bound = (origins: BoundGraph["origins"] = {}): BoundGraph => ({ graph, origins, inputs: [] });

it("are integers named seed or noise_seed, and the only integer of a node linked to such an input", () => {
  expect(targets.map(({ node, input }) => `${node}.${input}`)).toEqual([
    "1.seed",
    "2.noise_seed",
    "4.value",
    "6.seed",
    "7.mode.seed",
  ]);
});

it("the seed of the graph is that of the first input", () => {
  expect(graphSeed({ graph }, targets)).toBe(7n);
  expect(graphSeed({ graph }, [])).toBeUndefined();
});

const given = { seed: 5n, isSeedGiven: true, hasChoices: false };

it("a given seed is set in all inputs, with all its digits", () => {
  const after = applySeed(bound(), catalog, { ...given, seed: 18446744073709551614n });
  expect(after.graph).toMatchObject({
    "1": { inputs: { seed: 18446744073709551614n, steps: 3 } },
    "2": { inputs: { noise_seed: 18446744073709551614n } },
    "3": { inputs: { seed: ["4", 0] } },
    "4": { inputs: { value: 18446744073709551614n } },
    // The maximum of the input is 255.
    "6": { inputs: { seed: 254 } },
  });
  expect(after.origins["4.value"]?.setting).toBe("seed");
});

it("an input that a binding has set stays", () => {
  const after = applySeed(bound({ "1.seed": { setting: "KSampler.seed" } }), catalog, given);
  expect(after.graph).toMatchObject({ "1": { inputs: { seed: 7 } }, "2": { inputs: { noise_seed: 5 } } });
});

it.each([
  [true, "the given seed has no effect"],
  [false, "all batches would be the same"],
])("a graph without a seed input is an error (seed given: %s)", (isGiven, reason) => {
  const none: BoundGraph = { graph: { "1": { class_type: "Words", inputs: {} } }, origins: {}, inputs: [] };
  expect(() => applySeed(none, catalog, { ...given, isSeedGiven: isGiven })).toThrow(
    expect.objectContaining({ code: "CUSTOM_NO_SEED", what: expect.stringContaining(reason) as string }),
  );
});
