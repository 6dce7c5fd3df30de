// Paths find inputs of a graph.

import type { Graph } from "@pictor/kernel/plugin";
import { expect, it } from "vitest";
import { catalog } from "../testing/catalog.js";
import type { SubgraphWidget } from "../convert/conversion.js";
import { createFindInputs } from "./find-inputs.js";

const titled = (title: string) => ({ _meta: { title } });
const graph: Graph = {
  "3": { class_type: "KSampler", inputs: { seed: 7 }, ...titled("v1.5 sampler") },
  "6": { class_type: "CLIPTextEncode", inputs: { text: "a" }, ...titled("Positive prompt") },
  "7": { class_type: "CLIPTextEncode", inputs: { text: "b" }, ...titled("Prompt") },
  "8": { class_type: "Words", inputs: {}, ...titled("Prompt") },
  "9": { class_type: "Resize", inputs: { kind: "size" }, ...titled("3") },
  "10": { class_type: "Odd", inputs: { "a.b": 1 }, ...titled("v1") },
  "5:1": { class_type: "EmptyLatentImage", inputs: {} },
};
const subgraphWidgets: readonly SubgraphWidget[] = [
  { node: "5", title: "Sheet", input: "size", target: { node: "5:1", input: "width" } },
  { node: "5", title: "Sheet", input: "size", target: { node: "5:1", input: "height" } },
  { node: "5", title: "Sheet", input: "gone", target: { node: "5:2", input: "x" } },
];
const lookup = { graph, catalog, subgraphWidgets };
const found = (path: string) => createFindInputs(lookup)(path).map(({ node, input }) => `${node} ${input}`);

it.each([
  ["a node id", "3.seed", ["3 seed"]],
  ["a path as in the file", "3.inputs.seed", ["3 seed"]],
  ["a title", "Positive prompt.text", ["6 text"]],
  ["a class of one node", "KSampler.seed", ["3 seed"]],
  ["an input that the graph does not set", "KSampler.steps", ["3 steps"]],
  ["an input that the class does not have", "10.a.b", ["10 a.b"]],
  ["an input with a dot", "Resize.kind.width", ["9 kind.width"]],
  ["a title with a dot", "v1.5 sampler.seed", ["3 seed"]],
  ["a title with which another title starts", "v1.a.b", ["10 a.b"]],
  ["an id that is also the title of another node", "3.seed", ["3 seed"]],
  ["a title, where the node with that id has no such input", "3.kind", ["9 kind"]],
  ["one of two nodes with the same title, by its input", "Prompt.value", ["8 value"]],
  ["a node inside a subgraph", "5:1.width", ["5:1 width"]],
  ["a widget of a subgraph node, with all inputs that it sets", "Sheet.size", ["5:1 width", "5:1 height"]],
  ["a widget of a subgraph node, by the id of the node", "5.size", ["5:1 width", "5:1 height"]],
])("finds %s", (_case, path, expected) => {
  expect(found(path)).toEqual(expected);
});

it("a path that matches several nodes is an error that lists them", () => {
  expect(() => found("CLIPTextEncode.text")).toThrow(
    expect.objectContaining({
      code: "CUSTOM_BINDING_AMBIGUOUS",
      details: expect.objectContaining({ candidates: "6.text, 7.text" }) as object,
    }),
  );
});

it.each([
  ["a similar path", "Positve prompt.text", ' Did you mean "Positive prompt.text"?'],
  ["an unknown input of a node", "KSampler.nothing", "model, seed, steps, cfg, sampler_name"],
  ["a widget of a subgraph node without a target", "Sheet.gone", '"Sheet" are: size.'],
  [
    "an unknown node",
    "zzzzzzzz.yyyy",
    "Its nodes are: Sheet, v1.5 sampler, Positive prompt, Prompt, 3, v1, EmptyLatentImage.",
  ],
])("an unknown path is an error that lists what exists: %s", (_case, path, advice) => {
  expect(() => found(path)).toThrow(advice);
});
