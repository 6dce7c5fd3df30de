// Graphs of Qwen Image Edit: one image and three, encoded with both prompts.

import { node } from "@pictor/workflow-parts/testing";
import type { Graph } from "@pictor/kernel/plugin";
import { afterAll, describe, expect, it } from "vitest";
import { editStage, loaders, loadImageNodes, decodeAndSave } from "./testing/edit-stage.js";

const stage = await editStage("qwen-image-edit");
afterAll(() => stage.dispose());

const encodedWith = (prompt: string, count: number): Graph[string] =>
  node("TextEncodeQwenImageEditPlus", {
    clip: ["CLIPLoader", 0],
    vae: ["VAELoader", 0],
    prompt,
    ...Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `image${index + 1}`,
        [`Reference_${index + 1}_LoadImage`, 0] as const,
      ]),
    ),
  });
const graphOf = (count: number, negative: string, width: number, height: number): Graph => ({
  ...loaders("default", {
    CLIPLoader: node("CLIPLoader", { clip_name: "one.safetensors", type: "qwen_image" }),
  }),
  ModelSamplingAuraFlow: node("ModelSamplingAuraFlow", { model: ["UNETLoader", 0], shift: 3.1 }),
  PositiveCLIP_Base: encodedWith("at night", count),
  NegativeCLIP_Base: encodedWith(negative, count),
  EmptySD3LatentImage: node("EmptySD3LatentImage", { width, height, batch_size: 1 }),
  Sampler: node("KSampler", {
    model: ["ModelSamplingAuraFlow", 0],
    positive: ["PositiveCLIP_Base", 0],
    negative: ["NegativeCLIP_Base", 0],
    latent_image: ["EmptySD3LatentImage", 0],
    seed: 7n,
    steps: 20,
    cfg: 4,
    sampler_name: "euler",
    scheduler: "simple",
    denoise: 1,
  }),
  ...decodeAndSave("Sampler"),
});

describe("the graph", () => {
  it("of one image", async () => {
    const draft = await stage.build(["tall.png"]);
    expect(draft.graph).toEqual({
      ...graphOf(1, "", 720, 1456),
      ...loadImageNodes(draft.inputs.map(({ name }) => name)),
    });
    expect([draft.outputs, draft.size]).toEqual([["SaveImage"], { width: 720, height: 1456 }]);
  });

  it("of three images, with a negative prompt and a requested size", async () => {
    const images = ["square.png", "wide.png", "tall.png"] as const;
    const draft = await stage.build(images, { negative: "fog", width: 640, height: 512 });
    expect(draft.graph).toEqual({
      ...graphOf(3, "fog", 640, 512),
      ...loadImageNodes(draft.inputs.map(({ name }) => name)),
    });
  });

  it("of a batch", async () => {
    const { graph } = await stage.build(["square.png"], { batchSize: 2, batchIndex: 1 });
    expect(graph).toMatchObject({
      EmptySD3LatentImage: { inputs: { batch_size: 2 } },
      LatentFromBatch: { inputs: { samples: ["EmptySD3LatentImage", 0], batch_index: 0, length: 1 } },
    });
  });
});

it.each([
  ["no image", []],
  ["a fourth image", ["wide.png", "wide.png", "wide.png", "wide.png"]],
] as const)("refuses %s", async (_name, images) => {
  await expect(stage.build(images)).rejects.toMatchObject({
    code: "SETTINGS_INVALID",
    details: { pointer: "#/images" },
  });
});

it("maps inputs of the encoders to the settings that filled them", async () => {
  const { origins } = await stage.build(["wide.png"]);
  expect(origins).toMatchObject({
    "PositiveCLIP_Base.prompt": { setting: "prompt" },
    "NegativeCLIP_Base.prompt": { setting: "negative" },
    "ModelSamplingAuraFlow.shift": { setting: "shift" },
  });
});
