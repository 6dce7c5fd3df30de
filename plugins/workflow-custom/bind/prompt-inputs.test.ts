// The inputs of a graph for the prompts.

import type { Graph, GraphNode, InputValue, NodeClass } from "@pictor/kernel/plugin";
import { expect, it } from "vitest";
import { catalog } from "../testing/catalog.js";
import { findPromptInput } from "@pictor/workflow-parts/graph-inputs";
import { applyPrompt } from "./apply-settings.js";

const node = (name: string, inputs: Readonly<Record<string, InputValue>>): GraphNode => ({
  class_type: name,
  inputs,
});
const text = (words: InputValue) => node("CLIPTextEncode", { text: words, clip: ["1", 1] });
const sampler = (positive: string, negative: string) =>
  node("KSampler", { positive: [positive, 0], negative: [negative, 0] });

const noText = "no text is connected";
const severalTexts = "several text nodes: 9, 6";
const bothSides = "node 6 encodes both the positive and the negative prompt";

const simpleGraph: Graph = { "6": text("a cat"), "7": text("fog"), "3": sampler("6", "7") };
const promptsOf = (graph: Graph) => {
  const sides = (["positive", "negative"] as const).map((side) => findPromptInput(side, { graph, catalog }));
  return sides.map((side) =>
    side.found ? `${side.target.node}.${side.target.input} ${side.text}` : side.reason,
  );
};

it.each<readonly [string, Graph, readonly [string, string]]>([
  ["one text on each side", simpleGraph, ["6.text a cat", "7.text fog"]],
  [
    "through a node that changes conditioning",
    {
      ...simpleGraph,
      "8": node("ConditioningCombine", { conditioning_1: ["6", 0], conditioning_2: ["6", 0] }),
      "3": sampler("8", "7"),
    },
    ["6.text a cat", "7.text fog"],
  ],
  [
    "in a text node",
    { ...simpleGraph, "6": text(["5", 0]), "5": node("Words", { value: "a dog" }) },
    ["5.value a dog", "7.text fog"],
  ],
  [
    "the same texts for several samplers",
    { ...simpleGraph, "4": sampler("6", "7") },
    ["6.text a cat", "7.text fog"],
  ],
  [
    "none on the negative side, where the conditioning is zeroed",
    { ...simpleGraph, "8": node("ConditioningZeroOut", { conditioning: ["6", 0] }), "3": sampler("6", "8") },
    ["6.text a cat", noText],
  ],
  [
    "unclear with several texts",
    {
      ...simpleGraph,
      "9": text("b"),
      "8": node("ConditioningCombine", { conditioning_1: ["6", 0], conditioning_2: ["9", 0] }),
      "3": sampler("8", "7"),
    },
    [severalTexts, "7.text fog"],
  ],
  [
    "unclear with one text for both sides",
    { ...simpleGraph, "3": sampler("6", "6") },
    [bothSides, bothSides],
  ],
  [
    "none in a cycle",
    { ...simpleGraph, "6": text(["5", 0]), "5": node("Words", { value: ["5", 0] }) },
    [noText, "7.text fog"],
  ],
  ["none without a sampler", { "6": text("a") }, [noText, noText]],
])("%s", (_case, graph, expected) => {
  expect(promptsOf(graph)).toEqual(expected.map((text) => expect.stringContaining(text) as string));
});

it("a given prompt replaces the text, and the origin of the input is recorded", () => {
  const bound = { graph: simpleGraph, origins: {}, inputs: [] };
  const after = applyPrompt(applyPrompt(bound, catalog, "positive", "a dog"), catalog, "negative", undefined);
  expect(after).toMatchObject({
    graph: { "6": { inputs: { text: "a dog" } }, "7": { inputs: { text: "fog" } } },
    origins: { "6.text": { setting: "prompt" } },
  });
});

it("a given prompt without a clear input is an error that explains --set", () => {
  expect(() => applyPrompt({ graph: {}, origins: {}, inputs: [] }, catalog, "negative", "x")).toThrow(
    expect.objectContaining({
      code: "CUSTOM_PROMPT_UNCLEAR",
      what: expect.stringContaining("negative prompt") as string,
      hint: expect.stringContaining("--set") as string,
    }),
  );
});

it("a text that reaches the encoder on a billion paths is found once", () => {
  let reads = 0;
  const joined = Array.from({ length: 30 }, (_, index) => {
    const inputs = {
      get value() {
        reads++;
        return [`${index + 1}j`, 0] as const;
      },
      get extra() {
        return [`${index + 1}j`, 0] as const;
      },
    };
    return [`${index}j`, node("Words2", inputs)] as const;
  });
  const graph = {
    ...simpleGraph,
    "6": text(["0j", 0]),
    ...Object.fromEntries(joined),
    "30j": node("Words2", { value: "a dog" }),
  };
  const twice = {
    name: "Words2",
    inputs: ["value", "extra"].map((name) => ({ name, type: "STRING", required: true })),
    outputs: ["STRING"],
    isOutput: false,
  };
  const side = findPromptInput("positive", { graph, catalog: new Map([...catalog, ["Words2", twice]]) });
  expect(side).toMatchObject({ found: true, text: "a dog" });
  expect(reads).toBeLessThan(1_000);
});

it("through as many text nodes as a graph may have", () => {
  const chain = Array.from({ length: 5_000 }, (_, at) => [
    `w${at}`,
    node("Words", { value: [`w${at + 1}`, 0] }),
  ]);
  const graph = {
    ...simpleGraph,
    ...Object.fromEntries(chain),
    w5000: node("Words", { value: "far" }),
  } as Graph;
  expect(promptsOf({ ...graph, "6": text(["w0", 0]) })).toEqual(["w5000.value far", "7.text fog"]);
});

it("of many encoders that share a chain of text nodes are looked at once each", () => {
  const names = Array.from({ length: 300 }, (_, index) => index);
  const graph: Graph = {
    ...Object.fromEntries(names.map((at) => [`w${at}`, node("Words", { value: [`w${at + 1}`, 0] })])),
    w300: node("Words", { value: "far" }),
    ...Object.fromEntries(names.map((at) => [`e${at}`, text(["w0", 0])])),
    ...Object.fromEntries(names.map((at) => [`s${at}`, sampler(`e${at}`, `e${at}`)])),
  };
  let reads = 0;
  class CountingCatalog extends Map<string, NodeClass> {
    override get(name: string) {
      reads++;
      return super.get(name);
    }
  }
  const found = findPromptInput("positive", { graph, catalog: new CountingCatalog(catalog) });
  expect(found).toMatchObject({ found: false, reason: expect.stringContaining("several") as string });
  expect(reads).toBeLessThan(20_000);
});
