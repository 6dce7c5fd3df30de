// The whole graphs of both Wan workflows for each combination of settings.

import type { Graph, Params } from "@pictor/kernel/plugin";
import { createTemplateHarness, node } from "@pictor/workflow-parts/testing";
import { afterAll, describe, expect, it } from "vitest";

const stage = await createTemplateHarness([import.meta.dirname], { "a.png": { width: 33, height: 21 } });
afterAll(() => stage.dispose());

const named = {
  prompt: "waves",
  negative: "blurry",
  seed: "7",
  diffusionModel: "wan.safetensors",
  encoder1: "umt5.safetensors",
  vae: "wan_vae.safetensors",
};
const fromText = (params: Params = {}) =>
  stage.build({ workflow: "wan-text-to-video", params: { ...named, ...params } });
const fromImage = (params: Params = {}) =>
  stage.build({
    workflow: "wan-image-to-video",
    params: { ...named, image: stage.path("a.png"), clipVision: "vision.safetensors", ...params },
  });

const encode = (text: string) => node("CLIPTextEncode", { text, clip: ["CLIPLoader", 0] });
const common: Graph = {
  UNETLoader: node("UNETLoader", { unet_name: "wan.safetensors", weight_dtype: "fp8_e4m3fn_fast" }),
  ModelSamplingSD3: node("ModelSamplingSD3", { model: ["UNETLoader", 0], shift: 8 }),
  CLIPLoader: node("CLIPLoader", { clip_name: "umt5.safetensors", type: "wan" }),
  VAELoader: node("VAELoader", { vae_name: "wan_vae.safetensors" }),
  PositiveCLIP_Base: node("CLIPTextEncode", { text: "waves", clip: ["CLIPLoader", 0] }),
  NegativeCLIP_Base: node("CLIPTextEncode", { text: "blurry", clip: ["CLIPLoader", 0] }),
  VAEDecode: node("VAEDecode", { samples: ["Sampler", 0], vae: ["VAELoader", 0] }),
  SaveAnimatedWEBP: node("SaveAnimatedWEBP", {
    images: ["VAEDecode", 0],
    filename_prefix: "Pictor",
    fps: 16,
    lossless: true,
    quality: 85,
    method: "default",
  }),
};
const sampler = (
  positive: Graph[string]["inputs"][string],
  negative: typeof positive,
  latent: typeof positive,
) =>
  node("KSampler", {
    model: ["ModelSamplingSD3", 0],
    positive,
    negative,
    latent_image: latent,
    seed: 7n,
    steps: 20,
    cfg: 5,
    sampler_name: "uni_pc",
    scheduler: "simple",
    denoise: 1,
  });
const conditioned = {
  positive: ["PositiveCLIP_Base", 0],
  negative: ["NegativeCLIP_Base", 0],
  vae: ["VAELoader", 0],
  start_image: ["LoadImage", 0],
};

describe("text to video", () => {
  it("for the defaults", async () => {
    const draft = await fromText();
    expect(draft.graph).toEqual({
      ...common,
      EmptyHunyuanLatentVideo: node("EmptyHunyuanLatentVideo", {
        width: 832,
        height: 480,
        length: 33,
        batch_size: 1,
      }),
      Sampler: sampler(["PositiveCLIP_Base", 0], ["NegativeCLIP_Base", 0], ["EmptyHunyuanLatentVideo", 0]),
    });
    expect(draft.outputs).toEqual(["SaveAnimatedWEBP"]);
    expect(draft).toMatchObject({ medium: "video", size: { width: 832, height: 480 } });
  });

  it("with a GGUF model uses the loader of an extension", async () => {
    const draft = await fromText({ diffusionModel: "wan.Q4.gguf" });
    expect(draft.graph["UNETLoader"]).toEqual(node("UnetLoaderGGUF", { unet_name: "wan.Q4.gguf" }));
    expect(draft.requires).toMatchObject([{ id: "city96/comfyui-gguf", nodeClasses: ["UnetLoaderGGUF"] }]);
  });

  it("for two videos saves each as a file of its own", async () => {
    const { graph, outputs } = await fromText({ batchSize: 2, frames: 9 });
    expect(graph).toMatchObject({
      EmptyHunyuanLatentVideo: { inputs: { length: 9, batch_size: 2 } },
      VideoFrames: { inputs: { image: ["VAEDecode", 0], batch_index: 0, length: 9 } },
      VideoFrames_2: { inputs: { image: ["VAEDecode", 0], batch_index: 9, length: 9 } },
      SaveAnimatedWEBP: { inputs: { images: ["VideoFrames", 0] } },
      SaveAnimatedWEBP_2: { inputs: { images: ["VideoFrames_2", 0] } },
    });
    expect(outputs).toEqual(["SaveAnimatedWEBP", "SaveAnimatedWEBP_2"]);
  });

  it("for one video of a batch", async () => {
    const { graph, outputs } = await fromText({ batchSize: 3, batchIndex: 2 });
    expect(graph).toMatchObject({
      EmptyHunyuanLatentVideo: { inputs: { batch_size: 3 } },
      LatentFromBatch: { inputs: { samples: ["EmptyHunyuanLatentVideo", 0], batch_index: 1, length: 1 } },
      Sampler: { inputs: { latent_image: ["LatentFromBatch", 0] } },
      SaveAnimatedWEBP: { inputs: { images: ["VAEDecode", 0] } },
    });
    expect(outputs).toEqual(["SaveAnimatedWEBP"]);
  });
});

describe("image to video", () => {
  const wrapped = (size: object, clipVision: object) => ({
    WanImageToVideo: node("WanImageToVideo", { ...conditioned, ...size, ...clipVision }),
    Sampler: sampler(["WanImageToVideo", 0], ["WanImageToVideo", 1], ["WanImageToVideo", 2]),
  });

  it("for the defaults adds the image to the conditioning, without unused nodes", async () => {
    const draft = await fromImage();
    expect(draft.graph).toEqual({
      ...common,
      LoadImage: node("LoadImage", { image: draft.inputs[0]?.name }),
      CLIPVisionLoader: node("CLIPVisionLoader", { clip_name: "vision.safetensors" }),
      CLIPVisionEncode: node("CLIPVisionEncode", {
        clip_vision: ["CLIPVisionLoader", 0],
        image: ["LoadImage", 0],
        crop: "none",
      }),
      ...wrapped(
        { width: 512, height: 512, length: 33, batch_size: 1 },
        { clip_vision_output: ["CLIPVisionEncode", 0] },
      ),
    });
    expect([draft.outputs, draft.inputs.length]).toEqual([["SaveAnimatedWEBP"], 1]);
  });

  it("with clipVision none", async () => {
    const draft = await fromImage({ clipVision: "none", width: 832, height: 480, frames: 81 });
    expect(draft.graph).toEqual({
      ...common,
      LoadImage: node("LoadImage", { image: draft.inputs[0]?.name }),
      ...wrapped({ width: 832, height: 480, length: 81, batch_size: 1 }, {}),
    });
  });

  it("for two videos loads one image and makes one batch of latents", async () => {
    const draft = await fromImage({ batchSize: 2 });
    expect(draft.graph).toMatchObject({
      WanImageToVideo: { inputs: { start_image: ["LoadImage", 0], batch_size: 2 } },
      Sampler: { inputs: { latent_image: ["WanImageToVideo", 2] } },
    });
    expect(draft.graph).not.toHaveProperty("RepeatLatentBatch");
    expect([draft.outputs.length, draft.sampling?.batch]).toEqual([2, { size: 2 }]);
  });

  it("for one video of a batch", async () => {
    const { graph, outputs } = await fromImage({ batchSize: 2, batchIndex: 2 });
    expect(graph).toMatchObject({
      WanImageToVideo: { inputs: { batch_size: 2 } },
      LatentFromBatch: { inputs: { samples: ["WanImageToVideo", 2], batch_index: 1, length: 1 } },
      Sampler: { inputs: { latent_image: ["LatentFromBatch", 0] } },
    });
    expect(outputs).toEqual(["SaveAnimatedWEBP"]);
  });

  it("encodes the prompts as text to video does", async () => {
    const { graph } = await fromImage({ prompt: "a ship" });
    expect(graph["PositiveCLIP_Base"]).toEqual(encode("a ship"));
  });
});

describe("the settings", () => {
  it.each([
    [32, "Use 29 or 33."],
    [2, "Use 1 or 5."],
  ])("refuse %d frames", async (frames, advice) => {
    await expect(fromText({ frames })).rejects.toMatchObject({
      code: "SETTINGS_INVALID",
      message: expect.stringMatching(/at \/frames: expected a multiple of 4 plus 1, found \d+/) as string,
      hint: expect.stringContaining(advice) as string,
    });
    await expect(fromImage({ frames })).rejects.toMatchObject({ code: "SETTINGS_INVALID" });
  });

  it("are recorded for each input", async () => {
    const { origins } = await fromImage();
    expect(origins).toMatchObject({
      "UNETLoader.unet_name": { setting: "diffusionModel" },
      "UNETLoader.weight_dtype": { setting: "weightDtype" },
      "ModelSamplingSD3.shift": { setting: "shift" },
      "CLIPLoader.clip_name": { setting: "encoder1" },
      "VAELoader.vae_name": { setting: "vae" },
      "CLIPVisionLoader.clip_name": { setting: "clipVision" },
      "LoadImage.image": { setting: "image" },
      "WanImageToVideo.width": { setting: "width" },
      "WanImageToVideo.height": { setting: "height" },
      "WanImageToVideo.length": { setting: "frames" },
      "WanImageToVideo.batch_size": { setting: "batchSize" },
    });
  });
});
