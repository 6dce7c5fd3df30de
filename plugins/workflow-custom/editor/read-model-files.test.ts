// Which model files a file of the graph editor names, and which of them its graph uses.

import type { Graph } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { readEditorGraph } from "./read-editor-graph.js";
import { usedModelFiles } from "./read-model-files.js";

const file = (name: string, more: object = {}) => ({
  name,
  directory: "checkpoints",
  url: `https://models.example/${encodeURIComponent(name)}`,
  ...more,
});
const node = (id: number, models: unknown) => ({ id, type: "Loader", properties: { models } });
const namesIn = (value: object) =>
  readEditorGraph(value).models.map(({ folder, name }) => `${folder}/${name}`);

describe("the model files of a file", () => {
  it("are those of its nodes, of its subgraphs and of the file itself", () => {
    const inner = { id: "s", nodes: [node(1, [file("c.safetensors", { directory: "vae" })])] };
    const value = {
      models: [file("a.safetensors")],
      nodes: [node(1, [file("b/b.safetensors")]), node(2, undefined)],
      definitions: { subgraphs: [inner] },
    };
    expect(namesIn(value)).toEqual([
      "checkpoints/a.safetensors",
      "checkpoints/b/b.safetensors",
      "vae/c.safetensors",
    ]);
  });

  it.each([
    ["no address", { url: undefined }],
    ["an address of another kind", { url: "file:///etc/passwd" }],
    ["an address with a password", { url: "https://u:p@models.example/a" }],
    ["an address without end", { url: `https://models.example/${"a".repeat(2_000)}` }],
    ["a folder that leaves the models", { directory: "../custom_nodes" }],
    ["no folder", { directory: "" }],
    ["a name that leaves the folder", { name: "../a.safetensors" }],
    ["a name with a backslash", { name: "b\\a.safetensors" }],
    ["a name from the root", { name: "/a.safetensors" }],
    ["a name with a line break", { name: "a\n.safetensors" }],
    ["a name that is no text", { name: 7 }],
  ])("leave out one with %s", (_what, more) => {
    expect(namesIn({ nodes: [node(1, [file("a.safetensors", more), null, "x"])] })).toEqual([]);
  });
});

it("only files that an input of the graph names are used, each once", () => {
  const files = ["a.safetensors", "b/b.safetensors", "c.safetensors"].map((name) => {
    const { directory, ...rest } = file(name);
    return { folder: directory, ...rest };
  });
  const graph: Graph = {
    "1": { class_type: "A", inputs: { ckpt_name: "a.safetensors", other: ["2", 0] } },
    "2": { class_type: "B", inputs: { lora_name: "b\\b.safetensors", strength: 1 } },
  };
  const used = usedModelFiles([...files, ...files], graph).map(({ name }) => name);
  expect(used).toEqual(["a.safetensors", "b/b.safetensors"]);
});
