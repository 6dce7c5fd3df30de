// Where a graph takes its prompts.

import type { Graph, GraphNode, InputValue } from "@pictor/kernel/plugin";
import { expect, it } from "vitest";
import { catalog } from "../catalog.test.support.js";
import { promptPlace } from "./prompts.js";
import { withPrompt } from "./settings.js";

const node = (name: string, inputs: Readonly<Record<string, InputValue>>): GraphNode => ({
  class_type: name,
  inputs,
});
const text = (words: InputValue) => node("CLIPTextEncode", { text: words, clip: ["1", 1] });
const sampler = (positive: string, negative: string) =>
  node("KSampler", { positive: [positive, 0], negative: [negative, 0] });

const plain: Graph = { "6": text("a cat"), "7": text("fog"), "3": sampler("6", "7") };
const words = (graph: Graph) => {
  const sides = (["positive", "negative"] as const).map((side) => promptPlace(side, { graph, catalog }));
  return sides.map((side) =>
    side.found ? `${side.place.node}.${side.place.input} ${side.text}` : side.reason,
  );
};

it.each<readonly [string, Graph, readonly [string, string]]>([
  ["one on each side", plain, ["6.text a cat", "7.text fog"]],
  [
    "through what changes it on the way",
    {
      ...plain,
      "8": node("ConditioningCombine", { conditioning_1: ["6", 0], conditioning_2: ["6", 0] }),
      "3": sampler("8", "7"),
    },
    ["6.text a cat", "7.text fog"],
  ],
  [
    "in a node of its own",
    { ...plain, "6": text(["5", 0]), "5": node("Words", { value: "a dog" }) },
    ["5.value a dog", "7.text fog"],
  ],
  [
    "the same ones for several samplers",
    { ...plain, "4": sampler("6", "7") },
    ["6.text a cat", "7.text fog"],
  ],
  [
    "none on the other side, where it is emptied",
    { ...plain, "8": node("ConditioningZeroOut", { conditioning: ["6", 0] }), "3": sampler("6", "8") },
    ["6.text a cat", "no text leads to a sampler on that side"],
  ],
  [
    "unclear with several",
    {
      ...plain,
      "9": text("b"),
      "8": node("ConditioningCombine", { conditioning_1: ["6", 0], conditioning_2: ["9", 0] }),
      "3": sampler("8", "7"),
    },
    ["2 texts do: 9, 6", "7.text fog"],
  ],
  [
    "unclear with one for both sides",
    { ...plain, "3": sampler("6", "6") },
    ["the text of 6 is that of both sides", "the text of 6 is that of both sides"],
  ],
  [
    "nowhere in a circle",
    { ...plain, "6": text(["5", 0]), "5": node("Words", { value: ["5", 0] }) },
    ["no text leads to a sampler on that side", "7.text fog"],
  ],
  [
    "nowhere without a sampler",
    { "6": text("a") },
    ["no text leads to a sampler on that side", "no text leads to a sampler on that side"],
  ],
])("%s", (_case, graph, expected) => {
  expect(words(graph)).toEqual(expected);
});

it("a given prompt goes there, and is what errors name", () => {
  const bound = { graph: plain, origins: {}, inputs: [] };
  const after = withPrompt(withPrompt(bound, catalog, "positive", "a dog"), catalog, "negative", undefined);
  expect(after).toMatchObject({
    graph: { "6": { inputs: { text: "a dog" } }, "7": { inputs: { text: "fog" } } },
    origins: { "6.text": "prompt" },
  });
});

it("where it is unclear the person is told how to name the input", () => {
  expect(() => withPrompt({ graph: {}, origins: {}, inputs: [] }, catalog, "negative", "x")).toThrow(
    "The graph does not say where the negative prompt belongs: no text leads to a sampler on that side. " +
      'Name the input: --set "NODE.INPUT=a text", with a node\'s id, title or class.',
  );
});
