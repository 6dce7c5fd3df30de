// Sub-graphs taken apart: ids, sockets, and the fields that they show in place of those inside.

import { describe, expect, it } from "vitest";
import { catalog } from "../catalog.test.support.js";
import { sheet, subgraph, uuid, type NodeWords, type SubgraphWords } from "../editor.test.support.js";
import { readEditorGraph } from "../editor/read.js";
import { convert } from "./convert.js";

const convertAll = (nodes: readonly NodeWords[], ...definitions: readonly SubgraphWords[]) =>
  convert(
    readEditorGraph({ ...sheet(nodes), definitions: { subgraphs: definitions.map(subgraph) } }),
    catalog,
  );
function converted(...given: Parameters<typeof convertAll>) {
  const result = convertAll(...given);
  if (!result.ok) throw new Error(JSON.stringify(result.refusals));
  return result;
}

/** Two nodes inside; `size` and `count` are fields of the first one. */
const inside: SubgraphWords = {
  id: uuid(1),
  name: "Blank",
  inputs: ["vae", "size"],
  outputs: { image: [2, 0] },
  nodes: [
    {
      id: 1,
      type: "EmptyLatentImage",
      inputs: { width: [-10, 1], batch_size: null },
      fields: ["width", "batch_size"],
      values: [8, 16, 1],
    },
    { id: 2, type: "VAEDecode", inputs: { samples: [1, 0], vae: [-10, 0] }, outputs: ["IMAGE"] },
  ],
};
const load: NodeWords = {
  id: 4,
  type: "CheckpointLoaderSimple",
  outputs: ["MODEL", "CLIP", "VAE"],
  values: ["a.safetensors"],
};
const use: NodeWords = { id: 5, type: uuid(1), inputs: { vae: [4, 2] }, outputs: ["IMAGE"] };
const save: NodeWords = {
  id: 9,
  type: "SaveImage",
  inputs: { images: [5, 0] },
  types: { images: "IMAGE" },
  values: ["x"],
};

it("its nodes have its id in front, and its sockets are gone", () => {
  const { graph } = converted([load, use, save], inside);
  expect(Object.keys(graph)).toEqual(["4", "9", "5:1", "5:2"].sort((a, b) => a.length - b.length));
  expect(graph["5:2"]?.inputs).toEqual({ samples: ["5:1", 0], vae: ["4", 2] });
  expect(graph["9"]?.inputs["images"]).toEqual(["5:2", 0]);
});

describe("a field inside has the value", () => {
  const number: NodeWords = { id: 6, type: "WholeNumber", outputs: ["INT"], values: [1] };
  it.each<readonly [string, Partial<NodeWords>, unknown]>([
    ["of the node inside, where nothing else is said", {}, 8],
    ["that its node keeps", { values: [64] }, 64],
    ["that its node keeps, not for a hole", { values: [null] }, 8],
    ["that is connected to its node", { inputs: { vae: [4, 2], size: [6, 0] }, values: [64] }, ["6", 0]],
    [
      "that its node lists",
      {
        properties: {
          proxyWidgets: [
            ["1", "batch_size"],
            ["-1", "size"],
          ],
        },
        values: [3, 64],
      },
      64,
    ],
    [
      "that its node lists by the node inside",
      { properties: { proxyWidgets: [["1", "width"]] }, values: [64] },
      64,
    ],
    [
      "of the node inside, for what is listed without a value",
      { properties: { proxyWidgets: [["-1", "size"]] }, values: [] },
      8,
    ],
  ])("%s", (_case, words, expected) => {
    const { graph } = converted([load, number, { ...use, ...words }], inside);
    expect(graph["5:1"]?.inputs["width"]).toEqual(expected);
  });

  it("also one that no socket leads to", () => {
    const listed = {
      properties: {
        proxyWidgets: [
          ["1", "batch_size"],
          ["1", "no such field"],
        ],
      },
      values: [3, 4],
    };
    expect(converted([load, { ...use, ...listed }], inside).graph["5:1"]?.inputs).toMatchObject({
      batch_size: 3,
      width: 8,
    });
  });

  it("and one of a PrimitiveNode inside", () => {
    const primitive: SubgraphWords = {
      ...inside,
      nodes: [
        { id: 3, type: "PrimitiveNode", values: [8] },
        { id: 1, type: "EmptyLatentImage", inputs: { width: [3, 0] }, fields: ["width"] },
      ],
      outputs: {},
    };
    const listed = {
      properties: {
        proxyWidgets: [
          ["3", "control_after_generate"],
          ["3", "value"],
        ],
      },
      values: ["fixed", 64],
    };
    expect(converted([{ ...use, ...listed }], primitive).graph["5:1"]?.inputs).toMatchObject({ width: 64 });
  });
});

describe("one inside of another", () => {
  const outer = (node: Partial<NodeWords>): SubgraphWords => ({
    id: uuid(2),
    name: "Outer",
    inputs: ["vae", "wide"],
    outputs: { image: [7, 0] },
    nodes: [{ ...use, id: 7, inputs: { vae: [-10, 0], size: [-10, 1] }, fields: ["size"], ...node }],
  });
  const top: NodeWords = { id: 5, type: uuid(2), inputs: { vae: [4, 2] }, outputs: ["IMAGE"] };
  const width = (node: Partial<NodeWords>, words: Partial<NodeWords>) =>
    converted([load, { ...top, ...words }, save], outer(node), inside).graph["5:7:1"]?.inputs["width"];

  it.each<readonly [string, Partial<NodeWords>, Partial<NodeWords>, unknown]>([
    ["the outermost counts", { values: [32] }, { values: [64] }, 64],
    ["what is not said outside is said inside", { inputs: { vae: [-10, 0] }, values: [32] }, {}, 32],
    [
      "a field two sheets down, by its name",
      { inputs: { vae: [-10, 0] } },
      { properties: { proxyWidgets: [["7", "size"]] }, values: [64] },
      64,
    ],
    [
      "the same with the id that some versions write",
      { inputs: { vae: [-10, 0] } },
      { properties: { proxyWidgets: [["7", "1: size"]] }, values: [64] },
      64,
    ],
  ])("%s", (_case, node, words, expected) => {
    expect(width(node, words)).toEqual(expected);
  });

  it("ids are a path, and connections go all the way", () => {
    const { graph } = converted([load, top, save], outer({}), inside);
    expect(graph["9"]?.inputs["images"]).toEqual(["5:7:2", 0]);
    expect(graph["5:7:2"]?.inputs["vae"]).toEqual(["4", 2]);
  });

  it("itself inside of itself is refused", () => {
    const own = { ...inside, nodes: [{ id: 3, type: uuid(1) }], outputs: {} };
    expect(convertAll([use], own)).toMatchObject({
      ok: false,
      refusals: [{ node: "5:3", problem: 'the sub-graph "Blank" contains itself' }],
    });
  });
});

it("a bypassed one passes on what fits; a muted one is gone", () => {
  const image: NodeWords = { id: 4, type: "LoadImage", outputs: ["IMAGE", "MASK"], values: ["a.png"] };
  const bypassed = {
    ...use,
    mode: 4,
    inputs: { vae: null, image: [4, 0] as const },
    types: { image: "IMAGE", vae: "VAE" },
  };
  expect(converted([image, bypassed, save], inside).graph).toMatchObject({
    "9": { inputs: { images: ["4", 0] } },
  });
  expect(Object.keys(converted([image, { ...bypassed, mode: 2 }, save], inside).graph)).toEqual(["4", "9"]);
});

it("a name set outside is got inside", () => {
  const getting = {
    ...inside,
    inputs: [],
    outputs: { image: [1, 0] as const },
    nodes: [{ id: 1, type: "GetNode", values: ["p"] }],
  };
  const nodes: readonly NodeWords[] = [
    { id: 4, type: "LoadImage", outputs: ["IMAGE", "MASK"], values: ["a.png"] },
    { id: 6, type: "SetNode", inputs: { IMAGE: [4, 0] }, values: ["p"] },
    { id: 5, type: uuid(1), outputs: ["IMAGE"] },
    save,
  ];
  expect(converted(nodes, getting).graph["9"]?.inputs["images"]).toEqual(["4", 0]);
});

it("a link that its inputs do not list is left over, and leads nowhere", () => {
  const { inputs, ...rest } = subgraph(inside);
  const stale = { ...rest, inputs: inputs.map((each) => ({ ...each, linkIds: [] })) };
  const file = { ...sheet([{ ...use, values: [64] }]), definitions: { subgraphs: [stale] } };
  expect(convert(readEditorGraph(file), catalog)).toMatchObject({
    graph: { "5:1": { inputs: { width: 8 } } },
  });
});

it("the fields that it shows are told, with the places that take their values", () => {
  const listed = {
    title: "My blank",
    properties: {
      proxyWidgets: [
        ["-1", "size"],
        ["1", "batch_size"],
      ],
    },
    values: [64],
  };
  expect(converted([load, { ...use, ...listed }], inside).shown).toEqual([
    { node: "5", title: "My blank", input: "size", target: { node: "5:1", input: "width" } },
    { node: "5", title: "My blank", input: "batch_size", target: { node: "5:1", input: "batch_size" } },
  ]);
});
