// Subgraphs are expanded: node ids, links, and promoted widgets.

import { describe, expect, it } from "vitest";
import { accepted, convertFile, convertNodes as convertAll, load, saveOf } from "../testing/convert.js";
import {
  createSheet,
  createSubgraph,
  uuid,
  type NodeDescription,
  type SubgraphDescription,
} from "../testing/editor.js";

const converted = (...given: Parameters<typeof convertAll>) => accepted(convertAll(...given));

/** A subgraph of two nodes. The first has two widgets, and one of them is linked to the input `size`. */
const inside: SubgraphDescription = {
  id: uuid(1),
  name: "Blank",
  inputs: ["vae", "size"],
  outputs: { image: [2, 0] },
  nodes: [
    {
      id: 1,
      type: "EmptyLatentImage",
      inputs: { width: [-10, 1], batch_size: null },
      widgets: ["width", "batch_size"],
      values: [8, 16, 1],
    },
    { id: 2, type: "VAEDecode", inputs: { samples: [1, 0], vae: [-10, 0] }, outputs: ["IMAGE"] },
  ],
};
const use: NodeDescription = { id: 5, type: uuid(1), inputs: { vae: [4, 2] }, outputs: ["IMAGE"] };
const save = saveOf(5);

it("the ids of its nodes start with its id, and links go to the nodes inside", () => {
  const { graph } = converted([load, use, save], inside);
  expect(Object.keys(graph)).toEqual(["4", "9", "5:1", "5:2"].sort((a, b) => a.length - b.length));
  expect(graph["5:2"]?.inputs).toEqual({ samples: ["5:1", 0], vae: ["4", 2] });
  expect(graph["9"]?.inputs["images"]).toEqual(["5:2", 0]);
});

describe("a widget inside has the value", () => {
  const number: NodeDescription = { id: 6, type: "WholeNumber", outputs: ["INT"], values: [1] };
  it.each<readonly [string, Partial<NodeDescription>, unknown]>([
    ["of its own node, without a promoted value", {}, 8],
    ["of the subgraph node", { values: [64] }, 64],
    ["of its own node, where the value of the subgraph node is empty", { values: [null] }, 8],
    [
      "that is linked to the subgraph node",
      { inputs: { vae: [4, 2], size: [6, 0] }, values: [64] },
      ["6", 0],
    ],
    [
      "of the subgraph node, promoted through an input",
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
      "of the subgraph node, promoted by the id of the node inside",
      { properties: { proxyWidgets: [["1", "width"]] }, values: [64] },
      64,
    ],
    [
      "of its own node, where it is promoted without a value",
      { properties: { proxyWidgets: [["-1", "size"]] }, values: [] },
      8,
    ],
  ])("%s", (_case, words, expected) => {
    const { graph } = converted([load, number, { ...use, ...words }], inside);
    expect(graph["5:1"]?.inputs["width"]).toEqual(expected);
  });

  it("of the subgraph node, even without an input of the subgraph", () => {
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

  it("of the subgraph node, through a PrimitiveNode inside", () => {
    const primitive: SubgraphDescription = {
      ...inside,
      nodes: [
        { id: 3, type: "PrimitiveNode", values: [8] },
        { id: 1, type: "EmptyLatentImage", inputs: { width: [3, 0] }, widgets: ["width"] },
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

describe("a nested subgraph", () => {
  const outer = (node: Partial<NodeDescription>): SubgraphDescription => ({
    id: uuid(2),
    name: "Outer",
    inputs: ["vae", "wide"],
    outputs: { image: [7, 0] },
    nodes: [{ ...use, id: 7, inputs: { vae: [-10, 0], size: [-10, 1] }, widgets: ["size"], ...node }],
  });
  const top: NodeDescription = { id: 5, type: uuid(2), inputs: { vae: [4, 2] }, outputs: ["IMAGE"] };
  const width = (node: Partial<NodeDescription>, words: Partial<NodeDescription>) =>
    converted([load, { ...top, ...words }, save], outer(node), inside).graph["5:7:1"]?.inputs["width"];

  it.each<readonly [string, Partial<NodeDescription>, Partial<NodeDescription>, unknown]>([
    ["the outermost value wins", { values: [32] }, { values: [64] }, 64],
    ["without an outer value, the inner value counts", { inputs: { vae: [-10, 0] }, values: [32] }, {}, 32],
    [
      "a widget two levels down is promoted by its name",
      { inputs: { vae: [-10, 0] } },
      { properties: { proxyWidgets: [["7", "size"]] }, values: [64] },
      64,
    ],
    [
      "a widget two levels down is promoted by a name with node ids",
      { inputs: { vae: [-10, 0] } },
      { properties: { proxyWidgets: [["7", "1: size"]] }, values: [64] },
      64,
    ],
  ])("%s", (_case, node, words, expected) => {
    expect(width(node, words)).toEqual(expected);
  });

  it("node ids contain all outer ids, and links go through all levels", () => {
    const { graph } = converted([load, top, save], outer({}), inside);
    expect(graph["9"]?.inputs["images"]).toEqual(["5:7:2", 0]);
    expect(graph["5:7:2"]?.inputs["vae"]).toEqual(["4", 2]);
  });

  it("a subgraph that contains itself cannot be converted", () => {
    const own = { ...inside, nodes: [{ id: 3, type: uuid(1) }], outputs: {} };
    expect(convertAll([use], own)).toMatchObject({
      ok: false,
      refusals: [{ node: "5:3", problem: expect.stringContaining("contains itself") as string }],
    });
  });
});

it("a bypassed subgraph passes a compatible input on, and a muted one is removed", () => {
  const image: NodeDescription = { id: 4, type: "LoadImage", outputs: ["IMAGE", "MASK"], values: ["a.png"] };
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

it("a variable that is set outside can be read inside", () => {
  const getting = {
    ...inside,
    inputs: [],
    outputs: { image: [1, 0] as const },
    nodes: [{ id: 1, type: "GetNode", values: ["p"] }],
  };
  const nodes: readonly NodeDescription[] = [
    { id: 4, type: "LoadImage", outputs: ["IMAGE", "MASK"], values: ["a.png"] },
    { id: 6, type: "SetNode", inputs: { IMAGE: [4, 0] }, values: ["p"] },
    { id: 5, type: uuid(1), outputs: ["IMAGE"] },
    save,
  ];
  expect(converted(nodes, getting).graph["9"]?.inputs["images"]).toEqual(["4", 0]);
});

it("a link that the inputs of the subgraph do not list is ignored", () => {
  const { inputs, ...rest } = createSubgraph(inside);
  const stale = { ...rest, inputs: inputs.map((each) => ({ ...each, linkIds: [] })) };
  const file = { ...createSheet([{ ...use, values: [64] }]), definitions: { subgraphs: [stale] } };
  expect(convertFile(file)).toMatchObject({ graph: { "5:1": { inputs: { width: 8 } } } });
});

it("a link to an output of the subgraph that does not list it is ignored", () => {
  const definition = createSubgraph(inside);
  const [output] = definition.links.slice(-1);
  const staleLink = { ...output, id: 999, origin_id: 77 };
  const stale = { ...definition, links: [staleLink, ...definition.links] };
  const file = { ...createSheet([load, use, save]), definitions: { subgraphs: [stale] } };
  expect(convertFile(file)).toMatchObject({ graph: { "9": { inputs: { images: ["5:2", 0] } } } });
});

it("the widgets of the subgraph node are listed with the inputs that they set", () => {
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
  expect(converted([load, { ...use, ...listed }], inside).subgraphWidgets).toEqual([
    { node: "5", title: "My blank", input: "size", target: { node: "5:1", input: "width" } },
    { node: "5", title: "My blank", input: "batch_size", target: { node: "5:1", input: "batch_size" } },
  ]);
});

it("subgraphs that each contain two of the next one are refused, and not expanded into billions of nodes", () => {
  const nested = Array.from({ length: 9 }, (_, digit): SubgraphDescription => {
    const inner = digit === 8 ? "EmptyLatentImage" : uuid(digit + 1);
    const nodes = Array.from({ length: 8 }, (_node, index) => ({ id: index + 1, type: inner }));
    return { id: uuid(digit), name: `Sheet ${digit}`, inputs: [], outputs: {}, nodes };
  });
  const conversion = convertAll([{ id: 1, type: uuid(0) }], ...nested);
  expect(conversion).toMatchObject({
    ok: false,
    refusals: [{ problem: "its subgraphs have more than 1000 nodes in all, which is the limit" }],
  });
});
