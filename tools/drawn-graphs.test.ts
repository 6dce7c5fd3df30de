// Diagrams: what a mark may say, and how a graph looks as Mermaid.

import { describe, expect, it } from "vitest";
import { drawGraph } from "./draw-graph.js";
import { partsOf } from "./drawn-graphs.js";

describe("a mark", () => {
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
  ])("%s", (text, parts) => {
    expect(partsOf(text).map(({ id, settings }) => [id, settings])).toEqual(parts);
  });

  it.each(["+ lora", "txt2img lora", "txt2img={", "txt2img=4", "txt2img + "])("%s is none", (text) => {
    expect(() => partsOf(text)).toThrow();
  });
});

it("a diagram has nodes by id and class, arrows with what they fill, and marks what was added", () => {
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
