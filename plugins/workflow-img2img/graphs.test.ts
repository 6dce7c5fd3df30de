// Golden graphs of a picture made from another one, and runs on the embedded backend.

import { dirname, join } from "node:path";
import type { Params } from "@pictor/kernel/plugin";
import { templateStage, type TemplateStage } from "@pictor/workflow-parts/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const own = import.meta.dirname;
let stage: TemplateStage;
beforeAll(async () => {
  const backends = ["backend-embedded", "backend-remote"].map((name) => join(dirname(own), name));
  const sizes = { "a.png": { width: 96, height: 64 }, "mask.png": { width: 96, height: 64 } };
  stage = await templateStage([own, ...backends], sizes);
});
afterAll(() => stage.dispose());

const request = (params: Params) => ({
  workflow: "img2img",
  params: {
    ...{ prompt: "a storm", negative: "fog", model: "base.safetensors", seed: "7" },
    image: stage.path("a.png"),
    ...params,
  },
});
const build = (params: Params = {}) => stage.build(request(params));
const graphOf = async (params: Params) => (await build(params)).graph;

const encode = (text: string) => ({
  class_type: "CLIPTextEncode",
  inputs: { clip: ["CheckpointLoader_Base", 1], text },
});
const scaled = (width: number, height: number) => ({
  class_type: "ImageScale",
  inputs: { image: ["LoadImage", 0], upscale_method: "nearest-exact", width, height, crop: "disabled" },
});
const encoded = (image: string) => ({
  class_type: "VAEEncode",
  inputs: { pixels: [image, 0], vae: ["CheckpointLoader_Base", 2] },
});

describe("the graph", () => {
  it("of the defaults: the picture as it is, most of its noise new", async () => {
    const draft = await build();
    expect(draft.graph).toEqual({
      CheckpointLoader_Base: {
        class_type: "CheckpointLoaderSimple",
        inputs: { ckpt_name: "base.safetensors" },
      },
      LoadImage: { class_type: "LoadImage", inputs: { image: draft.inputs[0]?.name } },
      VAEEncode: encoded("LoadImage"),
      PositiveCLIP_Base: encode("a storm"),
      NegativeCLIP_Base: encode("fog"),
      Sampler: {
        class_type: "KSampler",
        inputs: {
          model: ["CheckpointLoader_Base", 0],
          positive: ["PositiveCLIP_Base", 0],
          negative: ["NegativeCLIP_Base", 0],
          latent_image: ["VAEEncode", 0],
          seed: 7n,
          steps: 20,
          cfg: 5,
          sampler_name: "euler_ancestral",
          scheduler: "normal",
          denoise: 0.7,
        },
      },
      VAEDecode: {
        class_type: "VAEDecode",
        inputs: { samples: ["Sampler", 0], vae: ["CheckpointLoader_Base", 2] },
      },
      SaveImage: {
        class_type: "SaveImage",
        inputs: { images: ["VAEDecode", 0], filename_prefix: "Pictor" },
      },
    });
    expect([draft.outputs, draft.inputs.length, draft.size]).toEqual([
      ["SaveImage"],
      1,
      { width: 96, height: 64 },
    ]);
  });

  it.each<[string, Params, [number, number]]>([
    ["both sides", { width: 128, height: 128 }, [128, 128]],
    ["the width", { width: 192 }, [192, 128]],
    ["the height", { height: 32 }, [48, 32]],
  ])("of another size, by %s: the picture is scaled before anything else", async (_sides, params, size) => {
    expect(await graphOf(params)).toMatchObject({
      Sampler_ScalePrimary_ImageUpscale: scaled(...size),
      VAEEncode: encoded("Sampler_ScalePrimary_ImageUpscale"),
    });
  });

  it("of another size with sampling in parts: scaled just so, and the schedule knows of it", async () => {
    const params = { diffusionModel: "flux2-klein-4b", width: 128, height: 128, denoise: 0.5 };
    expect(await graphOf({ ...params, encoder1: "e", vae: "v" })).toMatchObject({
      Sampler_ScalePrimary_ImageUpscale: scaled(128, 128),
      VAEEncode: {
        inputs: { pixels: ["Sampler_ScalePrimary_ImageUpscale", 0], vae: ["VAELoader", 0] },
      },
      Flux2Scheduler: { inputs: { steps: 40, width: 128, height: 128 } },
      SplitSigmas: { inputs: { sigmas: ["Flux2Scheduler", 0], step: 20 } },
      SamplerCustomAdvanced: { inputs: { sigmas: ["SplitSigmas", 1], latent_image: ["VAEEncode", 0] } },
    });
  });

  it("of Flux: denoise reaches its schedule", async () => {
    const parts = { encoder1: "a", encoder2: "b", vae: "v" };
    expect(await graphOf({ diffusionModel: "flux1-dev", ...parts })).toMatchObject({
      BasicScheduler: { inputs: { denoise: 0.7 } },
      SamplerCustomAdvanced: { inputs: { latent_image: ["VAEEncode", 0] } },
    });
  });

  it("of a mask and a batch: masked first, then repeated, then picked from", async () => {
    const draft = await build({ mask: stage.path("mask.png"), batchSize: 3, batchIndex: 2, denoise: 1 });
    const [picture, mask] = draft.inputs.map(({ name }) => name);
    expect(picture).not.toBe(mask);
    expect(draft.graph).toMatchObject({
      LoadMask: { class_type: "LoadImageMask", inputs: { image: mask, channel: "red" } },
      SetLatentNoiseMask: { inputs: { samples: ["VAEEncode", 0], mask: ["LoadMask", 0] } },
      RepeatLatentBatch: { inputs: { samples: ["SetLatentNoiseMask", 0], amount: 3 } },
      LatentFromBatch: { inputs: { samples: ["RepeatLatentBatch", 0], batch_index: 1, length: 1 } },
      Sampler: { inputs: { latent_image: ["LatentFromBatch", 0], denoise: 1 } },
    });
  });

  it("of the same file as picture and mask: brought once", async () => {
    const { inputs, graph } = await build({ mask: stage.path("a.png") });
    expect(inputs).toHaveLength(1);
    expect(graph["LoadMask"]?.inputs["image"]).toBe(graph["LoadImage"]?.inputs["image"]);
  });

  it("of a refiner: its own encoders, and a schedule that is entered late", async () => {
    expect(await graphOf({ refiner: "fine.safetensors", denoise: 0.5 })).toMatchObject({
      PositiveCLIP_Refiner: { inputs: { clip: ["CheckpointLoader_Refiner", 1] } },
      Sampler: { inputs: { latent_image: ["VAEEncode", 0], steps: 60, start_at_step: 30 } },
      VAEEncode: { inputs: { vae: ["CheckpointLoader_Refiner", 2] } },
    });
  });
});

it.each([
  ["LoadImage.image", "image"],
  ["LoadMask.image", "mask"],
  ["RepeatLatentBatch.amount", "batchSize"],
  ["Sampler_ScalePrimary_ImageUpscale.width", "width"],
])("%s comes from %s", async (input, setting) => {
  const draft = await build({ mask: stage.path("mask.png"), batchSize: 2, width: 48 });
  expect(draft.origins[input]).toBe(setting);
});

it.each<[string, () => Params]>([
  ["a picture that is not there", () => ({ image: "/nowhere/a.png" })],
  ["a picture that is none", () => ({ image: join(own, "plugin.json") })],
])("%s is refused by its name", async (_what, params) => {
  const { image } = params();
  await expect(build(params())).rejects.toMatchObject({
    code: "INPUT_NOT_READABLE",
    details: { filename: image },
  });
});

it.each<[string, Params]>([
  ["a checkpoint", {}],
  ["another size", { width: 64 }],
  ["Flux", { diffusionModel: "simulated-flux", width: 64, height: 64 }],
  ["Flux.2", { diffusionModel: "simulated-flux2" }],
])("on the embedded backend %s makes pictures, masked and not", async (_what, params) => {
  const small = { model: "simulated-landscape", steps: 2, ...params };
  for (const more of [{}, { mask: stage.path("mask.png"), batchSize: 2 }]) {
    const result = await stage.run(request({ ...small, ...more }));
    expect(result).toMatchObject({ status: "finished", problems: [] });
    expect(result.outputs).toHaveLength("batchSize" in more ? 2 : 1);
  }
});
