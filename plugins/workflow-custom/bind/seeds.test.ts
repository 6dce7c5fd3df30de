// Where a graph has its seeds.

import type { Graph } from "@pictor/kernel/plugin";
import { expect, it } from "vitest";
import { catalog } from "../catalog.test.support.js";
import { ownSeed, seedPlaces } from "./seeds.js";
import { withSeed } from "./settings.js";
import type { Bound } from "./types.js";

const graph: Graph = {
  "1": { class_type: "KSampler", inputs: { seed: 7, steps: 3 } },
  "2": { class_type: "Elsewhere", inputs: { noise_seed: 18446744073709551615n } },
  "3": { class_type: "KSampler", inputs: { seed: ["4", 0] } },
  "4": { class_type: "WholeNumber", inputs: { value: 9 } },
  "5": { class_type: "KSampler", inputs: { seed: ["1", 0] } },
  "6": { class_type: "SmallSeed", inputs: { seed: 3 } },
  "7": { class_type: "Dynamic", inputs: { "mode.seed": 4, seed: "no number", seeds: 5 } },
};
const places = seedPlaces({ graph, catalog });
const bound = (origins: Bound["origins"] = {}): Bound => ({ graph, origins, inputs: [] });

it("they are numbers called seed or noise_seed, and the one number behind one that is connected", () => {
  expect(places.map(({ node, input }) => `${node}.${input}`)).toEqual([
    "1.seed",
    "2.noise_seed",
    "4.value",
    "6.seed",
    "7.mode.seed",
  ]);
});

it("the graph's own one is the first", () => {
  expect(ownSeed({ graph }, places)).toBe(7n);
  expect(ownSeed({ graph }, [])).toBeUndefined();
});

it("a given seed is put into all of them, whole", () => {
  const after = withSeed(bound(), catalog, 18446744073709551614n, true);
  expect(after.graph).toMatchObject({
    "1": { inputs: { seed: 18446744073709551614n, steps: 3 } },
    "2": { inputs: { noise_seed: 18446744073709551614n } },
    "3": { inputs: { seed: ["4", 0] } },
    "4": { inputs: { value: 18446744073709551614n } },
    // The greatest it takes is 255.
    "6": { inputs: { seed: 254 } },
  });
  expect(after.origins["4.value"]).toBe("seed");
});

it("what was bound by name stays", () => {
  const after = withSeed(bound({ "1.seed": "KSampler.seed" }), catalog, 5n, true);
  expect(after.graph).toMatchObject({ "1": { inputs: { seed: 7 } }, "2": { inputs: { noise_seed: 5 } } });
});

it.each([
  [true, "the given one goes nowhere"],
  [false, "all batches would be the same"],
])("a graph without any is refused (given: %s)", (isGiven, reason) => {
  const none: Bound = { graph: { "1": { class_type: "Words", inputs: {} } }, origins: {}, inputs: [] };
  expect(() => withSeed(none, catalog, 5n, isGiven)).toThrow(
    `The graph has no seed that could be set, so ${reason}.`,
  );
});
