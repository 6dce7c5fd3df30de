// Names of model files as users write them, and as the backend has them.

import { describe, expect, it } from "vitest";
import type { Catalog } from "@pictor/kernel";
import { filesMeant, matchFile, withServerNames } from "./match-files.js";

const files = [
  "sd15/base.safetensors",
  "sdxl\\Fine Detail.safetensors",
  "sdxl\\base.gguf",
  "detail.pt",
  "loras/styles/Ink.safetensors",
  "sd15/cafe\u0301.safetensors",
  ...["a/twin.pt", "b/Twin.pt"],
];

it.each([
  ["as it is", "detail.pt", "detail.pt"],
  ["with other slashes and case", "SDXL/fine detail.safetensors", "sdxl\\Fine Detail.safetensors"],
  ["without ending", "sd15/base", "sd15/base.safetensors"],
  ["without folder", "Fine Detail.safetensors", "sdxl\\Fine Detail.safetensors"],
  ["without either", "fine detail", "sdxl\\Fine Detail.safetensors"],
  ["without folder, and only the ending tells them apart", "base.gguf", "sdxl\\base.gguf"],
  ["with the last of its folders", "styles/ink", "loras/styles/Ink.safetensors"],
  ["with another folder than the file's", "sd15/fine detail", undefined],
  ["with another ending than the file's", "detail.safetensors", undefined],
  ["that is the end of another", "tail.pt", undefined],
  ["that two could be", "base", undefined],
  ["whose accents are composed", "caf\u00e9", "sd15/cafe\u0301.safetensors"],
  ["with the case of one of two", "Twin", "b/Twin.pt"],
  ["with the case of neither", "TWIN", undefined],
  ["that is none", "other", undefined],
  ["that is empty", "", undefined],
])("a name %s", (_situation, name, found) => {
  expect(matchFile(name, files)).toBe(found);
});

it("a name with several meanings is told with all of them", () => {
  expect(filesMeant("TWIN", files)).toEqual(["a/twin.pt", "b/Twin.pt"]);
  expect(filesMeant("base", files)).toEqual(["sd15/base.safetensors", "sdxl\\base.gguf"]);
});

const catalog: Catalog = new Map([
  [
    "LoraLoader",
    {
      name: "LoraLoader",
      isOutput: false,
      outputs: ["MODEL"],
      inputs: [
        { name: "lora_name", required: true, type: "COMBO", options: files },
        { name: "mode", required: true, type: "COMBO", options: ["Fast", "slow.pt"] },
        { name: "image", required: true, type: "COMBO", options: files, lenient: true },
      ],
    },
  ],
]);
const graphOf = (inputs: Readonly<Record<string, string | readonly [string, number]>>) => ({
  a: { class_type: "LoraLoader", inputs },
  b: { class_type: "Unknown", inputs },
});

describe("a graph", () => {
  it("gets the backend's names if exactly one file matches", () => {
    expect(withServerNames(graphOf({ lora_name: "fine detail" }), catalog)).toEqual({
      a: { class_type: "LoraLoader", inputs: { lora_name: "sdxl\\Fine Detail.safetensors" } },
      b: { class_type: "Unknown", inputs: { lora_name: "fine detail" } },
    });
  });

  it.each([
    ["what fits already", { lora_name: "detail.pt" }],
    ["what fits nothing", { lora_name: "nothing" }],
    ["a choice that is not a file", { mode: "fast" }],
    ["an input for uploads", { image: "fine detail" }],
    ["a connection", { lora_name: ["x", 0] as const }],
  ])("stays the same object for %s", (_situation, inputs) => {
    const graph = graphOf(inputs);
    expect(withServerNames(graph, catalog)).toBe(graph);
  });
});

it("the options of an input are read once, however many names are looked up", () => {
  let reads = 0;
  const options = new Proxy(
    Array.from({ length: 1_000 }, (_, index) => `loras/${index}.safetensors`),
    {
      get: (target, name, receiver) => {
        if (/^\d+$/.test(String(name))) reads++;
        return Reflect.get(target, name, receiver) as unknown;
      },
    },
  );
  for (let index = 0; index < 1_000; index++)
    expect(matchFile(String(index), options)).toBe(`loras/${index}.safetensors`);
  expect(reads).toBe(1_000);
});
