// Connections: what the server is given in place of the editor's own nodes, and of those that do not run.

import { describe, expect, it } from "vitest";
import { catalog } from "../catalog.test.support.js";
import { sheet, type NodeWords } from "../editor.test.support.js";
import { readEditorGraph } from "../editor/read.js";
import { convert } from "./convert.js";

const convertAll = (nodes: readonly NodeWords[], objects = false) =>
  convert(readEditorGraph(sheet(nodes, objects)), catalog);
function graphOf(...nodes: readonly NodeWords[]) {
  const result = convertAll(nodes);
  if (!result.ok) throw new Error(JSON.stringify(result.refusals));
  return result.graph;
}

const load: NodeWords = { id: 1, type: "LoadImage", outputs: ["IMAGE", "MASK"], values: ["a.png", "image"] };
const save = (from: readonly [number | string, number]): NodeWords => ({
  id: 9,
  type: "SaveImage",
  inputs: { images: from },
  types: { images: "IMAGE" },
  values: ["x"],
});
const saved = (...between: readonly NodeWords[]) =>
  graphOf(load, ...between, save([2, 0]))["9"]?.inputs["images"];

describe("a connection", () => {
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

  it("counts, and not the value of the field that it is connected to", () => {
    const number: NodeWords = { id: 1, type: "WholeNumber", outputs: ["INT"], values: [64, "fixed"] };
    const latent: NodeWords = {
      id: 2,
      type: "EmptyLatentImage",
      inputs: { height: [1, 0] },
      fields: ["height"],
      values: [8, 16, 2],
    };
    expect(graphOf(number, latent)["2"]?.inputs).toEqual({ width: 8, height: ["1", 0], batch_size: 2 });
  });

  it("of a row that grows is written with its dot", () => {
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
  it.each<readonly [string, readonly NodeWords[], unknown]>([
    ["a Reroute passes on", [{ id: 2, type: "Reroute", inputs: { "": [1, 0] } }], ["1", 0]],
    [
      "a chain of them",
      [
        { id: 3, type: "Reroute", inputs: { "": [1, 1] } },
        { id: 2, type: "Reroute", inputs: { "": [3, 0] } },
      ],
      ["1", 1],
    ],
    [
      "a name that is set and got",
      [
        { id: 3, type: "SetNode", inputs: { IMAGE: [1, 0] }, values: ["picture"] },
        { id: 2, type: "GetNode", values: ["picture"] },
      ],
      ["1", 0],
    ],
    [
      "a bypassed node passes on what fits",
      [{ id: 2, type: "Resize", mode: 4, inputs: { b: [1, 1], a: [1, 0] }, ...image }],
      ["1", 0],
    ],
    [
      "at the same place, if it can",
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
      "several types apart by commas",
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
      "nothing, where none does",
      [{ id: 2, type: "Resize", mode: 4, inputs: { b: [1, 1] }, ...image }],
      undefined,
    ],
    [
      "a muted node gives nothing",
      [{ id: 2, type: "Resize", mode: 2, inputs: { a: [1, 0] }, ...image }],
      undefined,
    ],
    ["a node that is not there gives nothing", [], undefined],
  ])("%s", (_case, between, expected) => {
    expect(saved(...between)).toEqual(expected);
  });

  it("a PrimitiveNode gives its value", () => {
    const latent: NodeWords = {
      id: 2,
      type: "EmptyLatentImage",
      inputs: { width: [1, 0] },
      fields: ["width"],
      values: [8],
    };
    expect(
      graphOf({ id: 1, type: "PrimitiveNode", values: [96, "fixed"] }, latent)["2"]?.inputs,
    ).toMatchObject({ width: 96 });
  });

  it("what a muted node would give is the field's value again", () => {
    const number: NodeWords = { id: 1, type: "WholeNumber", mode: 2, outputs: ["INT"], values: [64] };
    const latent: NodeWords = {
      id: 2,
      type: "EmptyLatentImage",
      inputs: { width: [1, 0] },
      fields: ["width"],
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

it("notes, muted and bypassed nodes are not in the graph; titles are", () => {
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

describe("is refused, with the node and the reason", () => {
  it.each<readonly [string, readonly NodeWords[], string]>([
    [
      "a circle",
      [
        { id: 2, type: "Reroute", inputs: { "": [3, 0] } },
        { id: 3, type: "Reroute", inputs: { "": [2, 0] } },
      ],
      'its input "images": its connection leads in a circle',
    ],
    [
      "a name that nobody sets",
      [{ id: 2, type: "GetNode", values: ["lost"] }],
      'its input "images": no node sets "lost", which it gets',
    ],
  ])("%s", (_case, nodes, problem) => {
    expect(convertAll([...nodes, save([2, 0])])).toMatchObject({
      ok: false,
      refusals: [{ node: "9", problem }],
    });
  });

  it.each([
    ["a group node of older editors", "workflow>Mine", /group node/],
    ["connections without lines", "Anything Everywhere", /without lines/],
    ["a sub-graph that is not in the file", "00000001-0000-4000-8000-000000000000", /is not in the file/],
  ])("%s", (_case, type, problem) => {
    const result = convertAll([{ id: 3, type }]);
    expect(result).toMatchObject({
      ok: false,
      refusals: [{ node: "3", problem: expect.stringMatching(problem) as string }],
    });
  });
});
