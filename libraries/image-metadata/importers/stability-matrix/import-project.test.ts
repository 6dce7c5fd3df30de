// Import of Stability Matrix projects: panels become workflows, cards become settings, modules become features.

import { describe, expect, it } from "vitest";
import type { ImportedProject } from "../../project/project.js";
import { importStabilityMatrixProject } from "./import-project.js";

const moduleList = (...modules: readonly object[]) => ({
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
function importState(type: string, given: object): ImportedProject {
  const result = importStabilityMatrixProject(
    JSON.stringify({ Version: 2, ProjectType: type, State: given }),
  );
  if ("project" in result) return result.project;
  throw new Error(result.refusal.reason);
}
const importModules = (...modules: readonly object[]) =>
  importState("TextToImage", { ...state, Sampler: { ...sampler, Modules: moduleList(...modules) } });

const textToImageParams = {
  prompt: "a fox",
  negative: "fog",
  seed: "1234567890123",
  batchSize: 4,
  batchIndex: 3,
  clipSkip: 2,
  steps: 30,
  cfg: 6.5,
  width: 512,
  height: 768,
  sampler: "dpmpp_2m",
  scheduler: "karras",
};
const startImage = { SelectImage: { ImageSource: { LocalFile: "/a/b.png" } } };
const wanModel = {
  SelectedModelName: "wan.safetensors",
  SelectedClipModel: "umt5",
  SelectedVaeModel: "wan_vae",
  Shift: 8,
  SelectedClipVisionModel: "sight",
};
const videoOutput = { VideoOutput: { Fps: 16, Lossless: false, Quality: 80, SelectedMethod: "Default" } };

describe("panels", () => {
  it.each([
    ["TextToImage", state, "txt2img", { ...textToImageParams, model: "sdxl\\base.safetensors" }],
    [
      "ImageToImage",
      { ...state, ...startImage },
      "img2img",
      { denoise: 0.4, image: "/a/b.png", model: "sdxl\\base.safetensors" },
    ],
    ["Inpainting", { ...state, ...startImage }, "img2img", { image: "/a/b.png" }],
    [
      "Upscale",
      { ...startImage, Upscaler: { Scale: 3, SelectedUpscaler: { Name: "4x.pth", Type: "ESRGAN" } } },
      "upscale",
      { image: "/a/b.png", scale: 3, model: "4x.pth" },
    ],
    [
      "ImageToVideo",
      { ...state, ...startImage, ...videoOutput, Conditioning: { NumFrames: 20, MotionBucketId: 99 } },
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
      { ...state, ...videoOutput, Model: wanModel },
      "wan-text-to-video",
      { diffusionModel: "wan.safetensors", encoder1: "umt5", vae: "wan_vae", shift: 8, fps: 16 },
    ],
    [
      "WanImageToVideo",
      { ...state, ...startImage, Model: wanModel },
      "wan-image-to-video",
      { clipVision: "sight", image: "/a/b.png" },
    ],
  ])("%s", (type, given, workflow, params) => {
    expect(importState(type, given)).toMatchObject({ workflow, params });
  });

  it("omit what their workflow has no setting for", () => {
    expect(Object.keys(importState("FluxTextToImage", state).params)).not.toContain("negative");
    expect(Object.keys(importState("WanTextToVideo", { ...state, Model: wanModel }).params)).not.toContain(
      "clipVision",
    );
  });

  it("accept other spellings of keys", () => {
    const given = { sampler: { steps: 9, cfg_scale: 2 }, seed: 7, PROMPT: { prompt: "x" } };
    expect(importState("text-to-image", given).params).toMatchObject({
      steps: 9,
      cfg: 2,
      seed: "7",
      prompt: "x",
    });
  });

  it("note that the start image lies on another machine, or is not named", () => {
    expect(importState("ImageToImage", { ...state, ...startImage }).notes.join()).toContain("/a/b.png");
    expect(importState("ImageToImage", state).notes.join()).toContain("does not name the image");
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
    expect(importModules(module).features).toEqual([{ id, settings }]);
  });

  it("take the Flux guidance from the CFG scale of the sampler card", () => {
    const { params, features } = importModules({ $type: "FluxGuidance" });
    expect(features).toEqual([{ id: "flux-guidance", settings: { guidance: 6.5 } }]);
    expect(params).toMatchObject({ cfg: 1 });
  });

  it("keep the order in which they act: prompt, model, sampling, image", () => {
    const given = {
      ...state,
      Prompt: { ...state.Prompt, Modules: moduleList({ $type: "PromptExpansion" }) },
      Model: {
        ...state.Model,
        ExtraNetworks: moduleList({ $type: "Lora", SelectedModelName: "x", ModelWeight: 0.5 }),
      },
      Sampler: { ...sampler, Modules: moduleList({ $type: "FreeU" }) },
      Modules: moduleList({ $type: "HiresFix" }, { $type: "Upscaler" }),
    };
    const ids = importState("TextToImage", given).features.map(({ id }) => id);
    expect(ids).toEqual(["prompt-expansion", "lora", "freeu", "hires-fix", "upscaler"]);
  });

  it("are skipped when they are disabled, and noted when no feature replaces them", () => {
    const { features, notes } = importModules(
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
  ["a list", "[]", "cannot be read as a JSON object"],
  ["no JSON", "{", "cannot be read as a JSON object"],
  [
    "modules that are nested without end",
    `{"Version": 2, "ProjectType": "TextToImage", "State": ${'{"Modules":'.repeat(20_000)}{}${"}".repeat(20_000)}}`,
    "cannot be read as a JSON object",
  ],
  ["an old version", '{"Version": 1}', "has version 1"],
  ["no version", "{}", "has version null"],
  ["an unknown type", '{"Version": 2, "ProjectType": "Teleport"}', 'has the type "Teleport"'],
  ["a type that every object inherits", '{"Version": 2, "ProjectType": "constructor"}', "no workflow"],
  ["no state", '{"Version": 2, "ProjectType": "TextToImage"}', "has no State"],
])("refuses %s", (_name, text, reason) => {
  expect(importStabilityMatrixProject(text)).toMatchObject({
    refusal: { reason: expect.stringContaining(reason) as string },
  });
});
