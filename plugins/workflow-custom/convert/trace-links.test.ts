// Links are traced through virtual, muted and bypassed nodes.

import { describe, expect, it } from "vitest";
import type { NodeClass } from "@pictor/kernel/plugin";
import { catalog } from "../testing/catalog.js";
import { readEditorGraph } from "../editor/read-editor-graph.js";
import { accepted, convertFile } from "../testing/convert.js";
import { convertEditorGraph } from "./convert-graph.js";
import { createSheet, type NodeDescription } from "../testing/editor.js";

const convertAll = (nodes: readonly NodeDescription[], objects = false) =>
  convertFile(createSheet(nodes, objects));
const graphOf = (...nodes: readonly NodeDescription[]) => accepted(convertAll(nodes)).graph;

const load: NodeDescription = {
  id: 1,
  type: "LoadImage",
  outputs: ["IMAGE", "MASK"],
  values: ["a.png", "image"],
};
const save = (from: readonly [number | string, number]): NodeDescription => ({
  id: 9,
  type: "SaveImage",
  inputs: { images: from },
  types: { images: "IMAGE" },
  values: ["x"],
});
const saved = (...between: readonly NodeDescription[]) =>
  graphOf(load, ...between, save([2, 0]))["9"]?.inputs["images"];

describe("a link", () => {
  it.each([
    ["rows", false],
    ["objects", true],
  ])("is read from links that are %s", (_form, objects) => {
    expect(convertAll([load, save([1, 0])], objects)).toMatchObject({
      ok: true,
      graph: {
        "1": { class_type: "LoadImage", inputs: { image: "a.png" } },
        "9": { class_type: "SaveImage", inputs: { filename_prefix: "x", images: ["1", 0] } },
      },
    });
  });

  it("takes precedence over the widget value of its input", () => {
    const number: NodeDescription = { id: 1, type: "WholeNumber", outputs: ["INT"], values: [64, "fixed"] };
    const latent: NodeDescription = {
      id: 2,
      type: "EmptyLatentImage",
      inputs: { height: [1, 0] },
      widgets: ["height"],
      values: [8, 16, 2],
    };
    expect(graphOf(number, latent)["2"]?.inputs).toEqual({ width: 8, height: ["1", 0], batch_size: 2 });
  });

  it("to an input of a growing list keeps the dot in its name", () => {
    const inputs = { "images.image0": [1, 0], "images.image1": [1, 0] } as const;
    expect(graphOf(load, { id: 2, type: "Batch", inputs, values: ["free"] })["2"]?.inputs).toEqual({
      mode: "free",
      "images.image0": ["1", 0],
      "images.image1": ["1", 0],
    });
  });
});

describe("between two nodes", () => {
  const image = { types: { a: "IMAGE", b: "MASK" }, outputs: ["IMAGE", "MASK"] };
  it.each<readonly [string, readonly NodeDescription[], unknown]>([
    ["a Reroute passes its input on", [{ id: 2, type: "Reroute", inputs: { "": [1, 0] } }], ["1", 0]],
    [
      "a chain of Reroutes passes its input on",
      [
        { id: 3, type: "Reroute", inputs: { "": [1, 1] } },
        { id: 2, type: "Reroute", inputs: { "": [3, 0] } },
      ],
      ["1", 1],
    ],
    [
      "a variable that is set and read",
      [
        { id: 3, type: "SetNode", inputs: { IMAGE: [1, 0] }, values: ["variable"] },
        { id: 2, type: "GetNode", values: ["variable"] },
      ],
      ["1", 0],
    ],
    [
      "a bypassed node passes the compatible input on",
      [{ id: 2, type: "Resize", mode: 4, inputs: { b: [1, 1], a: [1, 0] }, ...image }],
      ["1", 0],
    ],
    [
      "a bypassed node prefers the input with the same index",
      [
        {
          id: 2,
          type: "Resize",
          mode: 4,
          inputs: { a: [1, 0], c: [1, 1] },
          ...image,
          types: { a: "IMAGE", c: "IMAGE" },
        },
      ],
      ["1", 0],
    ],
    [
      "a bypassed input may have several types",
      [
        {
          id: 2,
          type: "Resize",
          mode: 4,
          inputs: { a: [1, 0] },
          types: { a: "MASK,IMAGE" },
          outputs: ["IMAGE"],
        },
      ],
      ["1", 0],
    ],
    [
      "a bypassed node without a compatible input has no output",
      [{ id: 2, type: "Resize", mode: 4, inputs: { b: [1, 1] }, ...image }],
      undefined,
    ],
    [
      "a muted node has no output",
      [{ id: 2, type: "Resize", mode: 2, inputs: { a: [1, 0] }, ...image }],
      undefined,
    ],
    ["a missing node has no output", [], undefined],
  ])("%s", (_case, between, expected) => {
    expect(saved(...between)).toEqual(expected);
  });

  it("a PrimitiveNode outputs the value of its widget", () => {
    const latent: NodeDescription = {
      id: 2,
      type: "EmptyLatentImage",
      inputs: { width: [1, 0] },
      widgets: ["width"],
      values: [8],
    };
    expect(
      graphOf({ id: 1, type: "PrimitiveNode", values: [96, "fixed"] }, latent)["2"]?.inputs,
    ).toMatchObject({ width: 96 });
  });

  it("an input linked to a muted node keeps its widget value", () => {
    const number: NodeDescription = { id: 1, type: "WholeNumber", mode: 2, outputs: ["INT"], values: [64] };
    const latent: NodeDescription = {
      id: 2,
      type: "EmptyLatentImage",
      inputs: { width: [1, 0] },
      widgets: ["width"],
      values: [8],
    };
    expect(graphOf(number, latent)).toEqual({
      "2": {
        class_type: "EmptyLatentImage",
        inputs: { width: 8, height: 512, batch_size: 1 },
        _meta: { title: "EmptyLatentImage" },
      },
    });
  });
});

it("notes, muted and bypassed nodes are not in the graph, and titles are kept", () => {
  const graph = graphOf(
    { id: 1, type: "Note", values: ["words"] },
    { id: 2, type: "MarkdownNote", values: ["words"] },
    { id: 3, type: "Words", mode: 2, values: ["a"] },
    { id: 4, type: "Words", mode: 4, values: ["a"] },
    { id: 5, type: "Words", values: ["a"], title: "Mine" },
    { id: 6, type: "CheckpointLoaderSimple", values: ["a.safetensors"] },
  );
  expect(Object.entries(graph).map(([id, node]) => [id, node._meta?.title])).toEqual([
    ["5", "Mine"],
    ["6", "Load Checkpoint"],
  ]);
});

describe("cannot be converted, with the node and the reason", () => {
  it.each<readonly [string, readonly NodeDescription[], RegExp]>([
    [
      "a cycle",
      [
        { id: 2, type: "Reroute", inputs: { "": [3, 0] } },
        { id: 3, type: "Reroute", inputs: { "": [2, 0] } },
      ],
      /"images".*cycle/,
    ],
    ["a variable that no node sets", [{ id: 2, type: "GetNode", values: ["lost"] }], /"images".*"lost"/],
  ])("%s", (_case, nodes, problem) => {
    expect(convertAll([...nodes, save([2, 0])])).toMatchObject({
      ok: false,
      refusals: [{ node: "9", problem: expect.stringMatching(problem) as string }],
    });
  });

  it.each([
    ["a group node that is not in the file", "workflow>Mine", /group node "Mine" is not in the file/],
    ["connections without links", "Anything Everywhere", /without links/],
    ["seeds without links", "Seed Everywhere", /without links/],
    ["a subgraph that is not in the file", "00000001-0000-4000-8000-000000000000", /is not in the file/],
  ])("%s", (_case, type, problem) => {
    const result = convertAll([{ id: 3, type }]);
    expect(result).toMatchObject({
      ok: false,
      refusals: [{ node: "3", problem: expect.stringMatching(problem) as string }],
    });
  });
});

it("a long chain of links is followed once, however many inputs hang on it", () => {
  const length = 300;
  const chain = Array.from({ length }, (_, index): NodeDescription => ({
    id: index + 10,
    type: "Reroute",
    inputs: { "": [index === 0 ? 1 : index + 9, 0] },
    outputs: ["IMAGE"],
  }));
  const sheet = createSheet([
    load,
    ...chain,
    ...Array.from({ length }, (_, index) => ({ ...save([length + 9, 0]), id: index + 1_000 })),
  ]);
  let reads = 0;
  class CountingCatalog extends Map<string, NodeClass> {
    override has(name: string): boolean {
      if (name === "Reroute") reads++;
      return super.has(name);
    }
  }
  const converted = convertEditorGraph(
    readEditorGraph(sheet),
    new CountingCatalog(catalog),
    10_000,
    new Date(0),
  );
  expect(accepted(converted).graph["1000"]?.inputs["images"]).toEqual(["1", 0]);
  expect(reads).toBeGreaterThan(length);
  expect(reads).toBeLessThan(10 * length);
});
