// Diagrams of the READMEs: the syntax of a mark, and the Mermaid text of a graph.

import { describe, expect, it } from "vitest";
import { drawGraph } from "./draw-graph.js";
import { parseDiagramMark } from "./graph-diagrams.js";

describe("a mark in a README", () => {
  it.each([
    ["", []],
    ["txt2img", [["txt2img", {}]]],
    [
      'txt2img={"steps":4} + lora={"name":"a } + b"} + hires-fix',
      [
        ["txt2img", { steps: 4 }],
        ["lora", { name: "a } + b" }],
        ["hires-fix", {}],
      ],
    ],
  ])("%j is parsed", (text, uses) => {
    expect(parseDiagramMark(text).map(({ id, settings }) => [id, settings])).toEqual(uses);
  });

  it.each(["+ lora", "txt2img lora", "txt2img={", "txt2img=4", "txt2img + "])("%j is refused", (text) => {
    expect(() => parseDiagramMark(text)).toThrow();
  });
});

it("a diagram has nodes with id and class, arrows labeled with inputs, and highlights added nodes", () => {
  const base = { Loader: { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "a" } } };
  const graph = {
    ...base,
    'a "b"-1': {
      class_type: "LoraLoader",
      inputs: { model: ["Loader", 0], clip: ["Loader", 1], strength: 1 },
    },
    end: { class_type: "end", inputs: { model: ['a "b"-1', 0] } },
  } as const;
  expect(drawGraph(graph, base).split("\n")).toEqual([
    "```mermaid",
    "flowchart LR",
    '  n_Loader["Loader<br/>(CheckpointLoaderSimple)"]',
    '  n_a_32__34_b_34__45_1["a #quot;b#quot;-1<br/>(LoraLoader)"]',
    '  n_end["end"]',
    '  n_Loader -- "model, clip" --> n_a_32__34_b_34__45_1',
    '  n_a_32__34_b_34__45_1 -- "model" --> n_end',
    "  classDef added stroke:#d97706,stroke-width:3px",
    "  class n_a_32__34_b_34__45_1,n_end added",
    "```",
  ]);
});
