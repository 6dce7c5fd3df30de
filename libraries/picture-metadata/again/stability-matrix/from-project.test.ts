// Projects of Stability Matrix: panels to workflows, cards to settings, modules to add-ons.

import { describe, expect, it } from "vitest";
import type { AgainRequest } from "../types.js";
import { fromStabilityMatrix } from "./from-project.js";

const list = (...modules: readonly object[]) => ({
  $values: modules.map((module) => ({ IsEnabled: true, ...module })),
});
const sampler = {
  Steps: 30,
  CfgScale: 6.5,
  Width: 512,
  Height: 768,
  DenoiseStrength: 0.4,
  SelectedSampler: { Name: "dpmpp_2m" },
  SelectedScheduler: { Name: "karras" },
};
const state = {
  Model: {
    SelectedModelName: "sdxl\\base.safetensors",
    SelectedVaeName: "(Default)",
    ClipSkip: 2,
    IsClipSkipEnabled: true,
  },
  Sampler: sampler,
  Prompt: { Prompt: "a fox", NegativePrompt: "fog" },
  BatchSize: { BatchSize: 4, BatchCount: 1, IsBatchIndexEnabled: true, BatchIndex: 3 },
  Seed: { Seed: "1234567890123", IsRandomizeEnabled: false },
};
function read(type: string, given: object): AgainRequest {
  const again = fromStabilityMatrix(JSON.stringify({ Version: 2, ProjectType: type, State: given }));
  if ("request" in again) return again.request;
  throw new Error(again.refusal.reason);
}
const featuresOf = (...modules: readonly object[]) =>
  read("TextToImage", { ...state, Sampler: { ...sampler, Modules: list(...modules) } });

const drawing = {
  ...{ prompt: "a fox", negative: "fog", seed: "1234567890123", batchSize: 4, batchIndex: 3, clipSkip: 2 },
  ...{ steps: 30, cfg: 6.5, width: 512, height: 768, sampler: "dpmpp_2m", scheduler: "karras" },
};
const picture = { SelectImage: { ImageSource: { LocalFile: "/a/b.png" } } };
const wanModel = {
  SelectedModelName: "wan.safetensors",
  SelectedClipModel: "umt5",
  SelectedVaeModel: "wan_vae",
  Shift: 8,
  SelectedClipVisionModel: "sight",
};
const video = { VideoOutput: { Fps: 16, Lossless: false, Quality: 80, SelectedMethod: "Default" } };

describe("panels", () => {
  it.each([
    ["TextToImage", state, "txt2img", { ...drawing, model: "sdxl\\base.safetensors" }],
    [
      "ImageToImage",
      { ...state, ...picture },
      "img2img",
      { denoise: 0.4, image: "/a/b.png", model: "sdxl\\base.safetensors" },
    ],
    ["Inpainting", { ...state, ...picture }, "img2img", { image: "/a/b.png" }],
    [
      "Upscale",
      { ...picture, Upscaler: { Scale: 3, SelectedUpscaler: { Name: "4x.pth", Type: "ESRGAN" } } },
      "upscale",
      { image: "/a/b.png", scale: 3, model: "4x.pth" },
    ],
    [
      "ImageToVideo",
      { ...state, ...picture, ...video, Conditioning: { NumFrames: 20, MotionBucketId: 99 } },
      "svd",
      { frames: 20, motion: 99, fps: 16, quality: 80, method: "default", image: "/a/b.png" },
    ],
    [
      "FluxTextToImage",
      {
        ...state,
        Model: { SelectedUnetModelName: "flux.gguf", SelectedClip1Name: "t5", SelectedClip2Name: "clip_l" },
      },
      "flux",
      { diffusionModel: "flux.gguf", encoder1: "t5", encoder2: "clip_l", guidance: 6.5 },
    ],
    [
      "WanTextToVideo",
      { ...state, ...video, Model: wanModel },
      "wan-text-to-video",
      { diffusionModel: "wan.safetensors", encoder1: "umt5", vae: "wan_vae", shift: 8, fps: 16 },
    ],
    [
      "WanImageToVideo",
      { ...state, ...picture, Model: wanModel },
      "wan-image-to-video",
      { clipVision: "sight", image: "/a/b.png" },
    ],
  ])("%s", (type, given, workflow, params) => {
    expect(read(type, given)).toMatchObject({ workflow, params });
  });

  it("leave out what their workflow has no setting for", () => {
    expect(Object.keys(read("FluxTextToImage", state).params)).not.toContain("negative");
    expect(Object.keys(read("WanTextToVideo", { ...state, Model: wanModel }).params)).not.toContain(
      "clipVision",
    );
  });

  it("take other spellings of keys", () => {
    const given = { sampler: { steps: 9, cfg_scale: 2 }, seed: 7, PROMPT: { prompt: "x" } };
    expect(read("text-to-image", given).params).toMatchObject({ steps: 9, cfg: 2, seed: "7", prompt: "x" });
  });

  it("say that a start picture lies on another machine", () => {
    expect(read("ImageToImage", { ...state, ...picture }).notes.join()).toContain("/a/b.png");
    expect(read("ImageToImage", state).notes.join()).toContain("does not say which picture");
  });
});

describe("modules", () => {
  it.each([
    [{ $type: "FreeU", B1: 1.1, B2: 1.2, S1: 0.6, S2: 0.4 }, "freeu", { b1: 1.1, b2: 1.2, s1: 0.6, s2: 0.4 }],
    [{ $type: "Some.Name.Space.FreeUModule, Assembly", B1: 1 }, "freeu", { b1: 1 }],
    [{ $type: "CFGRescale", Multiplier: 0.5 }, "cfg-rescale", { multiplier: 0.5 }],
    [{ $type: "NRS", Skew: 3 }, "nrs", { skew: 3 }],
    [
      { $type: "DiscreteModelSampling", SelectedSamplingMethod: "V_PREDICTION", IsZsnrEnabled: true },
      "discrete-sampling",
      { sampling: "v_prediction", zsnr: true },
    ],
    [
      { $type: "TiledVAE", Cards: [{ TileSize: 256, Overlap: 32 }] },
      "tiled-vae",
      { tileSize: 256, overlap: 32 },
    ],
    [
      {
        $type: "HiresFix",
        Cards: [
          { Scale: 1.5, SelectedUpscaler: { Name: "bilinear", Type: "Latent" } },
          { Steps: 12, DenoiseStrength: 0.5, CfgScale: 9, IsCfgScaleEnabled: false },
        ],
      },
      "hires-fix",
      { scale: 1.5, method: "bilinear", steps: 12, denoise: 0.5 },
    ],
    [
      {
        $type: "HiresFix",
        SelectedUpscaler: { Name: "None", Type: "None" },
        CfgScale: 9,
        IsCfgScaleEnabled: true,
      },
      "hires-fix",
      { scale: 1, cfg: 9 },
    ],
    [
      { $type: "Upscaler", Scale: 2, SelectedUpscaler: { Name: "4x.pth" } },
      "upscaler",
      { scale: 2, model: "4x.pth" },
    ],
    [{ $type: "SaveImage" }, "save-intermediate", {}],
    [
      {
        $type: "ControlNet",
        SelectedModel: "canny",
        Strength: 0.8,
        StartPercent: 0.1,
        EndPercent: 0.9,
        SelectImage: { ImagePath: "/p.png" },
        SelectedPreprocessor: { Value: "none" },
      },
      "controlnet",
      { image: "/p.png", model: "canny", strength: 0.8, start: 0.1, end: 0.9 },
    ],
    [
      {
        $type: "ControlNet",
        SelectedModel: "@ReferenceOnly",
        Strength: 0.5,
        SelectImage: { ImagePath: "/p.png" },
      },
      "reference-only",
      { image: "/p.png", strength: 0.5 },
    ],
    [
      { $type: "LayerDiffuse", SelectedMode: "GenerateForegroundWithTransparencySDXL", Weight: 0.9 },
      "layer-diffuse",
      { model: "sdxl", weight: 0.9 },
    ],
    [
      { $type: "PlasmaNoise", SelectedNoiseType: "Pink", ValueMin: -1 },
      "plasma-noise",
      { kind: "pink", valueMin: -1 },
    ],
    [{ $type: "CudnnToggle", DisableCudnn: true }, "cudnn-toggle", { enable: false }],
    [
      {
        $type: "FaceDetailer",
        BboxModel: "face.pt",
        Steps: 9,
        CfgScale: 3,
        IsStepsEnabled: true,
        GuideSizeFor: false,
      },
      "face-detailer",
      { bboxModel: "face.pt", steps: 9, guideSizeFor: "crop_region" },
    ],
    [{ $type: "PromptExpansion", SelectedModel: "fooocus" }, "prompt-expansion", { model: "fooocus" }],
  ])("%j", (module, id, settings) => {
    expect(featuresOf(module).features).toEqual([{ id, settings }]);
  });

  it("takes the guidance of Flux from the sampler", () => {
    const { params, features } = featuresOf({ $type: "FluxGuidance" });
    expect(features).toEqual([{ id: "flux-guidance", settings: { guidance: 6.5 } }]);
    expect(params).toMatchObject({ cfg: 1 });
  });

  it("keeps them in order: prompt, model, sampling, picture", () => {
    const given = {
      ...state,
      Prompt: { ...state.Prompt, Modules: list({ $type: "PromptExpansion" }) },
      Model: {
        ...state.Model,
        ExtraNetworks: list({ $type: "Lora", SelectedModelName: "x", ModelWeight: 0.5 }),
      },
      Sampler: { ...sampler, Modules: list({ $type: "FreeU" }) },
      Modules: list({ $type: "HiresFix" }, { $type: "Upscaler" }),
    };
    const ids = read("TextToImage", given).features.map(({ id }) => id);
    expect(ids).toEqual(["prompt-expansion", "lora", "freeu", "hires-fix", "upscaler"]);
  });

  it("passes over what is switched off, and notes what is not known", () => {
    const { features, notes } = featuresOf(
      { $type: "FreeU", IsEnabled: false },
      { $type: "Teleport" },
      { $type: "constructor" },
      { $type: "RegionalPrompt" },
    );
    expect(features).toEqual([]);
    expect(notes).toHaveLength(3);
    expect(notes[0]).toContain('The module "Teleport" was left out');
  });
});

it.each([
  ["no JSON", "{", "is not JSON"],
  ["an old version", '{"Version": 1}', "has version 1"],
  ["no version", "{}", "has version null"],
  ["an unknown type", '{"Version": 2, "ProjectType": "Teleport"}', 'of the type "Teleport"'],
  ["a type of every object", '{"Version": 2, "ProjectType": "constructor"}', "no workflow"],
  ["no state", '{"Version": 2, "ProjectType": "TextToImage"}', "has no State"],
])("refuses %s", (_name, text, reason) => {
  expect(fromStabilityMatrix(text)).toMatchObject({
    refusal: { reason: expect.stringContaining(reason) as string },
  });
});
