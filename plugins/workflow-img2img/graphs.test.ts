// The whole graphs of the workflow `img2img`.

import { dirname, join } from "node:path";
import type { Params } from "@pictor/kernel/plugin";
import { createTemplateHarness, node } from "@pictor/workflow-parts/testing";
import { afterAll, describe, expect, it } from "vitest";

const own = import.meta.dirname;
const backends = ["backend-embedded", "backend-remote"].map((name) => join(dirname(own), name));
const sizes = { "a.png": { width: 96, height: 64 }, "mask.png": { width: 96, height: 64 } };
const stage = await createTemplateHarness([own, ...backends], sizes);
afterAll(() => stage.dispose());

const request = (params: Params) => ({
  workflow: "img2img",
  params: {
    prompt: "a storm",
    negative: "fog",
    model: "base.safetensors",
    seed: "7",
    image: stage.path("a.png"),
    ...params,
  },
});
const build = (params: Params = {}) => stage.build(request(params));
const graphOf = async (params: Params) => (await build(params)).graph;

const encode = (text: string) => node("CLIPTextEncode", { clip: ["CheckpointLoader_Base", 1], text });
const scaled = (width: number, height: number) =>
  node("ImageScale", {
    image: ["LoadImage", 0],
    upscale_method: "nearest-exact",
    width,
    height,
    crop: "disabled",
  });
const encoded = (image: string) =>
  node("VAEEncode", { pixels: [image, 0], vae: ["CheckpointLoader_Base", 2] });

describe("the graph", () => {
  it("for the defaults samples the encoded image", async () => {
    const draft = await build();
    expect(draft.graph).toEqual({
      CheckpointLoader_Base: node("CheckpointLoaderSimple", { ckpt_name: "base.safetensors" }),
      LoadImage: node("LoadImage", { image: draft.inputs[0]?.name }),
      VAEEncode: encoded("LoadImage"),
      PositiveCLIP_Base: encode("a storm"),
      NegativeCLIP_Base: encode("fog"),
      Sampler: node("KSampler", {
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
      }),
      VAEDecode: node("VAEDecode", { samples: ["Sampler", 0], vae: ["CheckpointLoader_Base", 2] }),
      SaveImage: node("SaveImage", { images: ["VAEDecode", 0], filename_prefix: "Pictor" }),
    });
    expect([draft.outputs, draft.inputs.length, draft.size]).toEqual([
      ["SaveImage"],
      1,
      { width: 96, height: 64 },
    ]);
  });

  it.each<[string, Params, [number, number]]>([
    ["width and height", { width: 128, height: 128 }, [128, 128]],
    ["the width", { width: 192 }, [192, 128]],
    ["the height", { height: 32 }, [48, 32]],
  ])(
    "with another size, given by %s, scales the image before anything else",
    async (_sides, params, size) => {
      expect(await graphOf(params)).toMatchObject({
        Sampler_ScalePrimary_ImageUpscale: scaled(...size),
        VAEEncode: encoded("Sampler_ScalePrimary_ImageUpscale"),
      });
    },
  );

  it("with another size for Flux.2 scales the image and passes the size to the scheduler", async () => {
    const params = { diffusionModel: "flux2-klein-4b", width: 128, height: 128, denoise: 0.5 };
    expect(await graphOf({ ...params, encoder1: "e", vae: "v" })).toMatchObject({
      Sampler_ScalePrimary_ImageUpscale: scaled(128, 128),
      VAEEncode: { inputs: { pixels: ["Sampler_ScalePrimary_ImageUpscale", 0], vae: ["VAELoader", 0] } },
      Flux2Scheduler: { inputs: { steps: 40, width: 128, height: 128 } },
      SplitSigmas: { inputs: { sigmas: ["Flux2Scheduler", 0], step: 20 } },
      SamplerCustomAdvanced: { inputs: { sigmas: ["SplitSigmas", 1], latent_image: ["VAEEncode", 0] } },
    });
  });

  it("for Flux passes denoise to the scheduler", async () => {
    const components = { encoder1: "a", encoder2: "b", vae: "v" };
    expect(await graphOf({ diffusionModel: "flux1-dev", ...components })).toMatchObject({
      BasicScheduler: { inputs: { denoise: 0.7 } },
      SamplerCustomAdvanced: { inputs: { latent_image: ["VAEEncode", 0] } },
    });
  });

  it("with a mask and a batch masks the latent, repeats it, and then picks one", async () => {
    const draft = await build({ mask: stage.path("mask.png"), batchSize: 3, batchIndex: 2, denoise: 1 });
    const [image, mask] = draft.inputs.map(({ name }) => name);
    expect(image).not.toBe(mask);
    expect(draft.graph).toMatchObject({
      LoadMask: node("LoadImageMask", { image: mask, channel: "red" }),
      SetLatentNoiseMask: { inputs: { samples: ["VAEEncode", 0], mask: ["LoadMask", 0] } },
      RepeatLatentBatch: { inputs: { samples: ["SetLatentNoiseMask", 0], amount: 3 } },
      LatentFromBatch: { inputs: { samples: ["RepeatLatentBatch", 0], batch_index: 1, length: 1 } },
      Sampler: { inputs: { latent_image: ["LatentFromBatch", 0], denoise: 1 } },
    });
  });

  it("with one file as image and mask adds it once to the inputs", async () => {
    const { inputs, graph } = await build({ mask: stage.path("a.png") });
    expect(inputs).toHaveLength(1);
    expect(graph["LoadMask"]?.inputs["image"]).toBe(graph["LoadImage"]?.inputs["image"]);
  });

  it("with a refiner encodes the prompts twice and starts late in the schedule", async () => {
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
])("the input %s comes from the setting %s", async (input, setting) => {
  const draft = await build({ mask: stage.path("mask.png"), batchSize: 2, width: 48 });
  expect(draft.origins[input]?.setting).toBe(setting);
});

it.each<[string, () => Params]>([
  ["an image that does not exist", () => ({ image: "/nowhere/a.png" })],
  ["a file that is not an image", () => ({ image: join(own, "plugin.json") })],
])("%s is refused with its file name", async (_what, params) => {
  const { image } = params();
  await expect(build(params())).rejects.toMatchObject({
    code: "INPUT_NOT_READABLE",
    details: { filename: image },
  });
});
