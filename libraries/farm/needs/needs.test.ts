// Needs of graphs, what servers lack, and the union of catalogs.

import { expect, it } from "vitest";
import type { Catalog, Graph, NodeClass } from "@pictor/kernel/plugin";
import { unionCatalog } from "../catalog/union-catalog.js";
import { describeLack, lacksOf } from "./lacks.js";
import { modelsOf, needsOf } from "./needs.js";

const loader = (checkpoints: readonly string[]): NodeClass => ({
  name: "CheckpointLoaderSimple",
  inputs: [{ name: "ckpt_name", required: true, type: "COMBO", options: checkpoints }],
  outputs: ["MODEL", "CLIP", "VAE"],
  isOutput: false,
});
const lora: NodeClass = {
  name: "LoraLoader",
  inputs: [
    { name: "model", required: true, type: "MODEL" },
    { name: "lora_name", required: true, type: "COMBO", options: ["detail.safetensors"] },
  ],
  outputs: ["MODEL", "CLIP"],
  isOutput: false,
};
const sampler = (samplers: readonly string[]): NodeClass => ({
  name: "KSampler",
  inputs: [{ name: "sampler_name", required: true, type: "COMBO", options: samplers }],
  outputs: ["LATENT"],
  isOutput: false,
});
const image: NodeClass = {
  name: "LoadImage",
  inputs: [{ name: "image", required: true, type: "COMBO", options: ["a.png"], lenient: true, upload: true }],
  outputs: ["IMAGE"],
  isOutput: false,
};
const catalogOf = (...classes: readonly NodeClass[]): Catalog =>
  new Map(classes.map((one) => [one.name, one]));

const one = catalogOf(loader(["a.safetensors"]), lora, sampler(["euler", "fast"]), image);
const two = catalogOf(loader(["a.safetensors", "b.safetensors"]), sampler(["euler"]), image);
const union = unionCatalog(
  new Map([
    ["one", one],
    ["two", two],
  ]),
);

const graph = (checkpoint: string, samplerName = "euler"): Graph => ({
  "1": { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: checkpoint } },
  "2": { class_type: "LoraLoader", inputs: { model: ["1", 0], lora_name: "detail.safetensors" } },
  "3": { class_type: "KSampler", inputs: { sampler_name: samplerName } },
  "4": { class_type: "LoadImage", inputs: { image: "uploaded.png" } },
});

it("finds the classes and the model files that a graph needs, but no common choice and no upload", () => {
  expect(needsOf(graph("a.safetensors"), union)).toEqual({
    classes: ["CheckpointLoaderSimple", "KSampler", "LoadImage", "LoraLoader"],
    choices: [
      { class: "CheckpointLoaderSimple", input: "ckpt_name", value: "a.safetensors" },
      { class: "LoraLoader", input: "lora_name", value: "detail.safetensors" },
    ],
  });
});

it("finds a choice that not every member offers", () => {
  const needs = needsOf(graph("a.safetensors", "fast"), union);
  expect(needs.choices).toContainEqual({ class: "KSampler", input: "sampler_name", value: "fast" });
});

it("says what each member lacks", () => {
  expect(lacksOf(needsOf(graph("a.safetensors"), union), one)).toEqual([]);
  expect(lacksOf(needsOf(graph("b.safetensors"), union), one).map(describeLack)).toEqual([
    '"b.safetensors" for ckpt_name of CheckpointLoaderSimple',
  ]);
  expect(lacksOf(needsOf(graph("b.safetensors", "fast"), union), two).map(describeLack)).toEqual([
    "the class LoraLoader",
    '"fast" for sampler_name of KSampler',
  ]);
});

it("takes the checkpoint for a loaded model, and not the LoRA that changes it", () => {
  expect(modelsOf(graph("a.safetensors"), union)).toEqual(["a.safetensors"]);
});

it("names the members of each class, and of the options that not all of them offer", () => {
  expect(union.get("LoraLoader")?.members).toEqual(["one"]);
  expect(union.get("KSampler")?.members).toEqual(["one", "two"]);
  const [checkpoint] = union.get("CheckpointLoaderSimple")?.inputs ?? [];
  expect(checkpoint?.options).toEqual(["a.safetensors", "b.safetensors"]);
  expect(checkpoint?.optionMembers).toEqual({ "b.safetensors": ["two"] });
});
