// Which input a path means.

import type { Graph } from "@pictor/kernel/plugin";
import { expect, it } from "vitest";
import { catalog } from "../catalog.test.support.js";
import type { ShownField } from "../convert/types.js";
import { findInput } from "./find.js";

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
const shown: readonly ShownField[] = [
  { node: "5", title: "Sheet", input: "size", target: { node: "5:1", input: "width" } },
  { node: "5", title: "Sheet", input: "size", target: { node: "5:1", input: "height" } },
  { node: "5", title: "Sheet", input: "gone", target: { node: "5:2", input: "x" } },
];
const names = { graph, catalog, shown };
const found = (path: string) => findInput(path, names).map(({ node, input }) => `${node} ${input}`);

it.each([
  ["the id", "3.seed", ["3 seed"]],
  ["the id, as the file has it", "3.inputs.seed", ["3 seed"]],
  ["the title", "Positive prompt.text", ["6 text"]],
  ["the class, where it is the only one", "KSampler.seed", ["3 seed"]],
  ["an input that the graph does not give yet", "KSampler.steps", ["3 steps"]],
  ["an input that only the graph has", "10.a.b", ["10 a.b"]],
  ["an input with a dot", "Resize.kind.width", ["9 kind.width"]],
  ["a title with a dot", "v1.5 sampler.seed", ["3 seed"]],
  ["a title that another one begins with", "v1.a.b", ["10 a.b"]],
  ["an id that is another one's title", "3.seed", ["3 seed"]],
  ["the title, where the id has no such input", "3.kind", ["9 kind"]],
  ["one of two nodes with that title, by its input", "Prompt.value", ["8 value"]],
  ["a node inside of a sub-graph", "5:1.width", ["5:1 width"]],
  ["a field of a sub-graph's node, with all that it stands for", "Sheet.size", ["5:1 width", "5:1 height"]],
  ["the same by its id", "5.size", ["5:1 width", "5:1 height"]],
])("%s", (_case, path, expected) => {
  expect(found(path)).toEqual(expected);
});

it("several nodes that it could be are named", () => {
  expect(() => found("CLIPTextEncode.text")).toThrow(
    '"CLIPTextEncode.text" fits several nodes of the graph: 6.text, 7.text. Name the one that is meant by its id.',
  );
});

it.each([
  ["a near miss", "Positve prompt.text", ' Did you mean "Positive prompt.text"?'],
  ["an input of a known node", "KSampler.nothing", '"KSampler" has: model, seed, steps, cfg, sampler_name'],
  ["a field of a sub-graph's node that leads nowhere", "Sheet.gone", '"Sheet" has: size.'],
  [
    "nothing like it",
    "zzzzzzzz.yyyy",
    "Its nodes are: Sheet, v1.5 sampler, Positive prompt, Prompt, 3, v1, EmptyLatentImage.",
  ],
])("what it has not is answered with what it has: %s", (_case, path, advice) => {
  expect(() => found(path)).toThrow(advice);
});
