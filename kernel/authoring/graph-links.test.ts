// The classes of graphs, and which nodes others need.

import { expect, it } from "vitest";
import type { Graph } from "../contract/graph.js";
import { linkedNodeIds, nodeClassesIn, upstreamGraph, upstreamNodes } from "./graph-links.js";

const node = (...sources: readonly string[]) => ({
  class_type: "Any",
  inputs: Object.fromEntries(sources.map((source, index) => [`in${index}`, [source, 0] as const])),
});
/** `save` needs `decode` and `model`; `preview` only `model`; `a` and `b` are a circle. */
const graph: Graph = {
  save: node("decode", "model"),
  decode: node("model"),
  model: node(),
  preview: node("model", "constructor", "gone"),
  a: node("b"),
  b: node("a"),
};

it("finds what outputs need, in the order of the graph", () => {
  expect(upstreamNodes(["save"], graph)).toEqual(["save", "decode", "model"]);
  expect(upstreamNodes(["a"], graph)).toEqual(["a", "b"]);
});

it("leaves out ids of no node, as an output and as the source of a link", () => {
  expect(upstreamNodes(["preview", "gone", "toString"], graph)).toEqual(["model", "preview"]);
});

it.each([1, null, { toString: 1 }, ["model"]])("follows no link whose source is %j", (source) => {
  const linked: Graph = {
    save: { class_type: "Any", inputs: { in0: [source, 0] as never } },
    1: node(),
    model: node(),
  };
  expect(upstreamNodes(["save"], linked)).toEqual(["save"]);
});

it("names each class once, of several graphs too", () => {
  const other = { save: { class_type: "Save", inputs: {} } };
  expect(nodeClassesIn(graph, other, other)).toEqual(["Any", "Save"]);
  expect(nodeClassesIn()).toEqual([]);
});

it("keeps the part of the graph that outputs need", () => {
  expect(upstreamGraph(["decode"], graph)).toEqual({ decode: graph["decode"], model: graph["model"] });
});

it("finds the nodes that others use", () => {
  expect([...linkedNodeIds({ save: node("model"), model: node() })]).toEqual(["model"]);
});
