// Group nodes of older editors are expanded as the present front end does: the ids of their nodes are positions.

import { describe, expect, it } from "vitest";
import { accepted, convertFile, load, saveOf } from "../testing/convert.js";
import { createSheet, type NodeDescription } from "../testing/editor.js";

const slot = (name: string, type: string, widget = false) => ({
  name,
  type,
  link: null,
  ...(widget && { widget: { name } }),
});

/** An encoder, a latent image, a sampler and a decoder; the width of the image is an input of the group node. */
const draw = {
  nodes: [
    { id: -1, type: "CLIPTextEncode", inputs: [slot("clip", "CLIP")], widgets_values: ["inner"] },
    { id: -1, type: "EmptyLatentImage", inputs: [slot("width", "INT", true)], widgets_values: [8, 16, 1] },
    {
      id: -1,
      type: "KSampler",
      inputs: [
        slot("model", "MODEL"),
        slot("positive", "CONDITIONING"),
        slot("negative", "CONDITIONING"),
        slot("latent_image", "LATENT"),
      ],
      widgets_values: [1, "fixed", 20, 8, "euler"],
    },
    {
      id: -1,
      type: "VAEDecode",
      inputs: [slot("samples", "LATENT"), slot("vae", "VAE")],
      widgets_values: [],
    },
  ],
  links: [
    [0, 0, 2, 1, 1, "CONDITIONING"],
    [0, 0, 2, 2, 1, "CONDITIONING"],
    [1, 0, 2, 3, 2, "LATENT"],
    [2, 0, 3, 0, 3, "LATENT"],
    [null, 0, 0, 0, 4, "CLIP"],
  ],
  external: [],
};

/** The values: text, height, batch_size, seed with its control, steps, cfg, sampler_name, width. */
const use: NodeDescription = {
  id: 37,
  type: "workflow>draw",
  inputs: { clip: [4, 1], model: [4, 0], vae: [4, 2], width: null },
  outputs: ["IMAGE"],
  values: ["a fox", 32, 2, 7, "randomize", 9, 2.5, "heun", 64],
};
const save = saveOf(37);

const convertAll = (nodes: readonly NodeDescription[], groupNodes: object = { draw }) =>
  convertFile({ ...createSheet(nodes), extra: { groupNodes } });
function graphOf(nodes: readonly NodeDescription[], groupNodes?: object) {
  const { graph } = accepted(convertAll(nodes, groupNodes));
  return Object.fromEntries(Object.entries(graph).map(([id, node]) => [id, node.inputs]));
}

const expanded = {
  "37:0": { text: "a fox", clip: ["4", 1] },
  "37:1": { width: 64, height: 32, batch_size: 2 },
  "37:2": {
    model: ["4", 0],
    seed: 7,
    steps: 9,
    cfg: 2.5,
    sampler_name: "heun",
    positive: ["37:0", 0],
    negative: ["37:0", 0],
    latent_image: ["37:1", 0],
  },
  "37:3": { samples: ["37:2", 0], vae: ["4", 2] },
  "9": { images: ["37:3", 0], filename_prefix: "x" },
};

describe("a group node", () => {
  it("becomes its nodes, with its values and links", () => {
    expect(graphOf([load, use, save])).toMatchObject(expanded);
  });

  it("has another separator in the first versions", () => {
    expect(graphOf([load, { ...use, type: "workflow/draw" }, save])).toMatchObject(expanded);
  });

  it("passes the link of a converted widget to the node inside", () => {
    const number: NodeDescription = { id: 5, type: "WholeNumber", outputs: ["INT"], values: [64, "fixed"] };
    const linked = { ...use, inputs: { ...use.inputs, width: [5, 0] as const } };
    expect(graphOf([load, number, linked, save])["37:1"]).toMatchObject({ width: ["5", 0] });
  });

  it("leaves the values inside where it has none", () => {
    expect(graphOf([load, { ...use, values: [] }, save])["37:0"]).toMatchObject({ text: "inner" });
  });

  it("shows an output that is used inside and outside", () => {
    const both = { ...draw, external: [[2, 0, "LATENT"]] };
    const decode: NodeDescription = {
      id: 8,
      type: "VAEDecode",
      inputs: { samples: [37, 0], vae: [4, 2] },
      outputs: ["IMAGE"],
    };
    expect(graphOf([load, use, decode], { draw: both })["8"]).toMatchObject({ samples: ["37:2", 0] });
  });

  it("leaves out a hidden input", () => {
    const hidden = { ...draw, config: { "2": { input: { model: { visible: false } } } } };
    expect(graphOf([load, use, save], { draw: hidden })["37:2"]).not.toHaveProperty("model");
  });

  it("has no value for a widget that the class inside got after the file was made", () => {
    const marked = (type: string, names: readonly string[], values: readonly unknown[]) => ({
      type,
      inputs: names.map((name) => slot(name, "INT", true)),
      widgets_values: values,
    });
    const group = {
      nodes: [
        marked("WholeNumber", ["value"], [1, "fixed"]),
        marked("EmptyLatentImage", ["width", "height"], [8, 16]),
      ],
      links: [],
      external: [],
    };
    const node = { ...use, inputs: {}, outputs: ["INT", "LATENT"], values: [7, "randomize", 64, 32] };
    const end: NodeDescription = {
      id: 8,
      type: "VAEDecode",
      inputs: { samples: [37, 1], vae: [4, 2] },
      outputs: ["IMAGE"],
    };
    expect(graphOf([load, node, end], { draw: group })).toMatchObject({
      "37:0": { value: 7 },
      "37:1": { width: 64, height: 32, batch_size: 1 },
    });
  });

  it("names repeated inputs by the titles of their nodes", () => {
    const encode = (title: string) => ({
      type: "CLIPTextEncode",
      title,
      inputs: [slot("clip", "CLIP")],
      widgets_values: [""],
    });
    const texts = { nodes: [encode("Good"), encode("Bad")], links: [], external: [] };
    const node = { ...use, inputs: { clip: [4, 1], "Bad clip": [4, 1] }, values: ["a", "b"] } as const;
    expect(graphOf([load, node], { draw: texts })).toMatchObject({
      "37:0": { text: "a", clip: ["4", 1] },
      "37:1": { text: "b", clip: ["4", 1] },
    });
  });

  it("gives the value of a PrimitiveNode inside to its inputs", () => {
    const sized = {
      nodes: [
        { type: "PrimitiveNode", title: "Size", outputs: [], widgets_values: [8, "fixed"] },
        { type: "EmptyLatentImage", inputs: [slot("width", "INT", true)], widgets_values: [8, 16, 1] },
      ],
      links: [[0, 0, 1, 0, 1, "INT"]],
      external: [],
    };
    const node = { ...use, inputs: {}, values: [96, "fixed", 32, 2] };
    expect(graphOf([node], { draw: sized })["37:1"]).toEqual({ width: 96, height: 32, batch_size: 2 });
  });

  it.each([
    ["type", "LATENT", undefined],
    ["given name", "picture", { "0": { input: { LATENT: { name: "picture" } } } }],
  ])("names the input of a Reroute inside by its %s", (_by, name, config) => {
    const passing = {
      nodes: [
        { type: "Reroute", inputs: [slot("", "*")], outputs: [] },
        { type: "VAEDecode", inputs: [slot("samples", "LATENT"), slot("vae", "VAE")], widgets_values: [] },
      ],
      links: [[0, 0, 1, 0, 1, "LATENT"]],
      external: [],
      ...(config && { config }),
    };
    const latent: NodeDescription = {
      id: 3,
      type: "EmptyLatentImage",
      outputs: ["LATENT"],
      values: [8, 8, 1],
    };
    const node: NodeDescription = { ...use, inputs: { [name]: [3, 0], vae: [4, 2] }, values: [] };
    expect(graphOf([load, latent, node], { draw: passing })["37:1"]).toEqual({
      samples: ["3", 0],
      vae: ["4", 2],
    });
  });

  it("skips the value of an upload's button", () => {
    const image = {
      nodes: [
        { type: "LoadImage", inputs: [], widgets_values: ["a.png", "image"] },
        { type: "Words", inputs: [], widgets_values: ["w"] },
      ],
      links: [],
      external: [],
    };
    const node = { ...use, inputs: {}, values: ["b.png", "image", "words"] };
    expect(graphOf([node], { draw: image })).toMatchObject({
      "37:0": { image: "b.png" },
      "37:1": { value: "words" },
    });
  });

  it("with a class that the catalog lacks cannot be converted", () => {
    const unknown = {
      nodes: [{ type: "Elsewhere", inputs: [], widgets_values: [1] }],
      links: [],
      external: [],
    };
    expect(convertAll([use], { draw: unknown })).toMatchObject({
      ok: false,
      refusals: [{ node: "37", problem: expect.stringMatching(/"draw" contains "Elsewhere"/) as string }],
    });
  });
});
