// Graphs of Flux Kontext: without an image, with one, with two, and a batch.

import { node } from "@pictor/workflow-parts/testing";
import type { Graph } from "@pictor/kernel/plugin";
import { afterAll, describe, expect, it } from "vitest";
import {
  editStage,
  decodeAndSave,
  encode,
  loaders,
  loadImageNodes,
  type EditStage,
} from "./testing/edit-stage.js";

const stage = await editStage("flux-kontext");
afterAll(() => stage.dispose());

const build: EditStage["build"] = (images, params = {}) =>
  stage.build(images, { encoder2: "two.safetensors", ...params });

/** All nodes except those of the start latent. */
const commonNodes = (positive: string, latent: string): Graph => ({
  ...loaders("fp8_e4m3fn", {
    DualCLIPLoader: node("DualCLIPLoader", {
      clip_name1: "one.safetensors",
      clip_name2: "two.safetensors",
      type: "flux",
    }),
  }),
  PositiveCLIP_Base: encode("at night", "DualCLIPLoader"),
  FluxGuidance: node("FluxGuidance", { conditioning: [positive, 0], guidance: 3.5 }),
  BasicGuider: node("BasicGuider", { model: ["UNETLoader", 0], conditioning: ["FluxGuidance", 0] }),
  KSamplerSelect: node("KSamplerSelect", { sampler_name: "euler" }),
  BasicScheduler: node("BasicScheduler", {
    model: ["UNETLoader", 0],
    scheduler: "simple",
    steps: 25,
    denoise: 1,
  }),
  RandomNoise: node("RandomNoise", { noise_seed: 7n }),
  SamplerCustomAdvanced: node("SamplerCustomAdvanced", {
    noise: ["RandomNoise", 0],
    guider: ["BasicGuider", 0],
    sampler: ["KSamplerSelect", 0],
    sigmas: ["BasicScheduler", 0],
    latent_image: [latent, 0],
  }),
  ...decodeAndSave("SamplerCustomAdvanced"),
});
const reference = (image: string): Graph => ({
  FluxKontextImageScale: node("FluxKontextImageScale", { image: [image, 0] }),
  VAEEncode: node("VAEEncode", { pixels: ["FluxKontextImageScale", 0], vae: ["VAELoader", 0] }),
  ReferenceLatent: node("ReferenceLatent", {
    conditioning: ["PositiveCLIP_Base", 0],
    latent: ["VAEEncode", 0],
  }),
});

describe("the graph", () => {
  it("without an image makes a new image of the requested size", async () => {
    const draft = await build([], { width: 512, height: 768 });
    expect(draft.graph).toEqual({
      ...commonNodes("PositiveCLIP_Base", "EmptySD3LatentImage"),
      EmptySD3LatentImage: node("EmptySD3LatentImage", { width: 512, height: 768, batch_size: 1 }),
    });
    expect([draft.outputs, draft.inputs, draft.size]).toEqual([
      ["SaveImage"],
      [],
      { width: 512, height: 768 },
    ]);
  });

  it("of one image starts sampling from it, and the prompt refers to it", async () => {
    const draft = await build(["wide.png"]);
    expect(draft.graph).toEqual({
      ...commonNodes("ReferenceLatent", "VAEEncode"),
      ...loadImageNodes(draft.inputs.map(({ name }) => name)),
      ...reference("Reference_1_LoadImage"),
    });
    expect(draft.size).toEqual({ width: 1456, height: 720 });
  });

  it("of two images stitches them side by side", async () => {
    const draft = await build(["tall.png", "square.png"]);
    expect(draft.graph).toEqual({
      ...commonNodes("ReferenceLatent", "VAEEncode"),
      ...loadImageNodes(draft.inputs.map(({ name }) => name)),
      ImageStitch: node("ImageStitch", {
        image1: ["Reference_1_LoadImage", 0],
        image2: ["Reference_2_LoadImage", 0],
        direction: "right",
        match_image_size: true,
        spacing_width: 0,
        spacing_color: "white",
      }),
      ...reference("ImageStitch"),
    });
    expect(draft.size).toEqual({ width: 1248, height: 832 });
  });

  it("of a batch repeats the start latent, not the reference", async () => {
    const { graph } = await build(["square.png"], { batchSize: 3 });
    expect(graph).toMatchObject({
      RepeatLatentBatch: { inputs: { samples: ["VAEEncode", 0], amount: 3 } },
      ReferenceLatent: { inputs: { latent: ["VAEEncode", 0] } },
      SamplerCustomAdvanced: { inputs: { latent_image: ["RepeatLatentBatch", 0] } },
    });
  });
});

it("uploads an image that is named twice only once", async () => {
  const draft = await build(["wide.png", "wide.png"]);
  expect(draft.inputs).toHaveLength(1);
  expect(draft.graph).toHaveProperty("Reference_2_LoadImage");
});

it("maps node inputs to the settings that filled them", async () => {
  const { origins } = await build(["wide.png", "tall.png"]);
  expect(origins).toMatchObject({
    "Reference_1_LoadImage.image": { setting: "images.0" },
    "Reference_2_LoadImage.image": { setting: "images.1" },
    "DualCLIPLoader.clip_name2": { setting: "encoder2" },
    "FluxGuidance.guidance": { setting: "guidance" },
    "BasicScheduler.steps": { setting: "steps" },
    "PositiveCLIP_Base.text": { setting: "prompt" },
  });
});

it("rejects a third image", async () => {
  await expect(build(["wide.png", "tall.png", "square.png"])).rejects.toMatchObject({
    code: "SETTINGS_INVALID",
    details: { pointer: "#/images" },
  });
});
