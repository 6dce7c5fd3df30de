// A graph as a picture: columns by depth, links, values, numbers without rounding.

import { expect, it } from "vitest";
import { curveOf, layoutGraph, readGraphs } from "./graph-layout.js";

const graph = {
  Load: { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "a.safetensors" } },
  Text: { class_type: "CLIPTextEncode", inputs: { text: "a fox", clip: ["Load", 1] } },
  Sampler: {
    class_type: "KSampler",
    _meta: { title: "The sampler" },
    inputs: { model: ["Load", 0], positive: ["Text", 0], seed: 7, size: [1, 2] },
  },
};

it("nodes stand right of all that they get their inputs from", () => {
  const [nodes = []] = readGraphs(JSON.stringify([graph]));
  const { nodes: placed, width, height } = layoutGraph(nodes);
  expect(placed.map(({ id, column }) => [id, column])).toEqual([
    ["Load", 0],
    ["Text", 1],
    ["Sampler", 2],
  ]);
  expect(width).toBeGreaterThan(600);
  expect(height).toBeGreaterThan(50);
  const [load, , sampler] = placed;
  expect(sampler).toMatchObject({
    title: "The sampler",
    links: [{ from: "Load", output: 0, input: "model" }, { from: "Text" }],
    values: [
      { name: "seed", text: "7" },
      { name: "size", text: "[1,2]" },
    ],
  });
  expect(load !== undefined && sampler !== undefined && curveOf(load, sampler, 0)).toMatch(/^M232 /);
});

it("a seed of 64 bits keeps all its digits", () => {
  const [nodes = []] = readGraphs('[{"1":{"class_type":"K","inputs":{"seed": 18446744073709551615}}}]');
  expect(nodes[0]?.values).toEqual([{ name: "seed", text: "18446744073709551615" }]);
});

it("a fraction of many digits stays a number", () => {
  const [nodes = []] = readGraphs('[{"1":{"class_type":"K","inputs":{"cfg":0.30000000000000004}}}]');
  expect(nodes[0]?.values).toEqual([{ name: "cfg", text: "0.30000000000000004" }]);
});

it("digits in a text stay", () => {
  const text = String.raw`"seeds: 18446744073709551615, [18446744073709551615]`;
  const graph = { 1: { class_type: "K", inputs: { text } } };
  expect(readGraphs(JSON.stringify(graph))[0]?.[0]?.values).toEqual([{ name: "text", text }]);
});

it("a graph with a circle, a foreign node or nothing in it does not hang", () => {
  const circle = {
    a: { class_type: "A", inputs: { x: ["b", 0] } },
    b: { class_type: "B", inputs: { x: ["a", 0] } },
  };
  expect(layoutGraph(readGraphs(JSON.stringify(circle))[0] ?? []).nodes).toHaveLength(2);
  expect(readGraphs('[{"a": 7}, {}]')).toEqual([[], []]);
  expect(layoutGraph([])).toMatchObject({ nodes: [] });
});
