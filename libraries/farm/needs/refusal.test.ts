// What is said about a graph that no server can run.

import { expect, it } from "vitest";
import { refusedGraph, type Judgement } from "./refusal.js";
import { describeLack, type Lack } from "./lacks.js";

const graph = {
  "1": { class_type: "Loader", inputs: { ckpt_name: "b.safetensors" } },
  "2": { class_type: "Detailer", inputs: {} },
};
const file: Lack = { type: "choice", class: "Loader", input: "ckpt_name", value: "b.safetensors" };
const detailer: Lack = { type: "class", class: "Detailer" };
const judge = (member: string, ...problems: readonly Lack[]): Judgement => ({
  member,
  problems,
  lacks: problems.map(describeLack),
});

it("names each problem once, as a server of ComfyUI does, with the members that have it", () => {
  const error = refusedGraph("worker", graph, [judge("one", file), judge("two", file, detailer)]);
  expect(error.details["problems"]).toEqual([
    {
      node: "1",
      classType: "Loader",
      input: "ckpt_name",
      code: "value_not_in_list",
      message: 'one, two lack "b.safetensors" for ckpt_name of Loader',
    },
    { node: "2", classType: "Detailer", code: "missing_node_type", message: "two lacks the class Detailer" },
  ]);
  expect(error.what).toContain(
    'no worker can run it: one lacks "b.safetensors" for ckpt_name of Loader; two lacks "b.safetensors" for ckpt_name of Loader, the class Detailer',
  );
});

it("names servers that lack the same together, and no more than five", () => {
  const judgements = Array.from({ length: 8 }, (_, index) => judge(`gpu-${index}`, detailer));
  expect(refusedGraph("worker", graph, judgements).what).toContain(
    "no worker can run it: gpu-0, gpu-1, gpu-2, gpu-3, gpu-4 and 3 more lack the class Detailer",
  );
});

it("a graph of thousands of classes that nobody has", () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `Class${index}`);
  const large = Object.fromEntries(names.map((name) => [name, { class_type: name, inputs: {} }]));
  const lacks = names.map((name): Lack => ({ type: "class", class: name }));
  const { details } = refusedGraph("worker", large, [judge("one", ...lacks)]);
  expect(details["problems"]).toHaveLength(names.length);
});
