// The values of nodes whose file names them.

import { expect, it } from "vitest";
import { accepted, convertFile } from "../testing/convert.js";
import { catalog } from "../testing/catalog.js";
import { createSheet, createSubgraph, uuid, type NodeDescription } from "../testing/editor.js";

const inputsOf = (node: Omit<NodeDescription, "id">) => {
  const { graph, leftOut } = accepted(convertFile(createSheet([{ id: 1, ...node }])));
  expect([...leftOut]).toEqual([]);
  return graph["1"]?.inputs;
};

it.each<readonly [string, Omit<NodeDescription, "id">, object]>([
  [
    "a widget without a value leaves a gap in the list",
    { type: "EmptyLatentImage", values: [null, 64, 32, 2], named: { width: 64, height: 32, batch_size: 2 } },
    { width: 64, height: 32, batch_size: 2 },
  ],
  [
    "the class has another order than the file",
    { type: "EmptyLatentImage", values: [2, 32, 64], named: { batch_size: 2, height: 32, width: 64 } },
    { width: 64, height: 32, batch_size: 2 },
  ],
  [
    "another program has changed the list alone",
    { type: "EmptyLatentImage", values: [96, 32, 2], named: { width: 64, height: 32, batch_size: 2 } },
    { width: 96, height: 32, batch_size: 2 },
  ],
  [
    "the widget that changes a seed is no input",
    { type: "WholeNumber", values: [7, "fixed"], named: { value: 7, control_after_generate: "fixed" } },
    { value: 7 },
  ],
  [
    "the widgets that change a choice are no inputs of an extension's class",
    {
      type: "Sharpen",
      values: ["strong", "fixed", ""],
      named: { mode: "strong", control_after_generate: "fixed", control_filter_list: "" },
    },
    { mode: "strong" },
  ],
  [
    "the inputs of the chosen option have names too",
    {
      type: "Resize",
      values: [null, "factor", 0.5, "area"],
      named: { kind: "factor", "kind.factor": 0.5, method: "area" },
    },
    { kind: "factor", "kind.factor": 0.5, method: "area" },
  ],
  [
    "a widget of the editor belongs to no input of a class of the server",
    { type: "LoadImage", values: ["there.png", "image"], named: { image: "there.png", upload: "image" } },
    { image: "there.png" },
  ],
  [
    "an extension has a widget that its class does not declare",
    { type: "Sharpen", values: ["strong"], named: { mode: "strong" } },
    { mode: "strong" },
  ],
])("%s", (_case, node, expected) => {
  expect(inputsOf(node)).toEqual(expected);
});

it("a class that the backend lacks has the values that the file names", () => {
  const node = { id: 1, type: "Elsewhere", values: ["a", null, 3], named: { text: "a", size: 3 } };
  expect(accepted(convertFile(createSheet([node]), catalog)).graph["1"]?.inputs).toEqual({
    text: "a",
    size: 3,
  });
});

it("a subgraph node has the values that the file names", () => {
  const inside = createSubgraph({
    id: uuid(1),
    name: "Size",
    inputs: ["width", "height"],
    outputs: {},
    nodes: [
      {
        id: 1,
        type: "EmptyLatentImage",
        inputs: { width: [-10, 0], height: [-10, 1] },
        widgets: ["width", "height"],
        values: [8, 8, 1],
      },
    ],
  });
  const use = { id: 5, type: uuid(1), values: [null, 32, 64], named: { height: 32, width: 64 } };
  const file = { ...createSheet([use]), definitions: { subgraphs: [inside] } };
  expect(accepted(convertFile(file)).graph["5:1"]?.inputs).toMatchObject({ width: 64, height: 32 });
});
