// The whole graph of the workflow `svd` for each combination of settings.

import type { Params } from "@pictor/kernel/plugin";
import { createTemplateHarness, node } from "@pictor/workflow-parts/testing";
import { afterAll, describe, expect, it } from "vitest";

const stage = await createTemplateHarness([import.meta.dirname], { "a.png": { width: 33, height: 21 } });
afterAll(() => stage.dispose());

const build = (params: Params = {}) =>
  stage.build({
    workflow: "svd",
    params: { image: stage.path("a.png"), model: "svd.safetensors", seed: "7", ...params },
  });

const loaders = (image: string | undefined, minCfg: number) => ({
  ImageOnlyCheckpointLoader: node("ImageOnlyCheckpointLoader", { ckpt_name: "svd.safetensors" }),
  LoadImage: node("LoadImage", { image }),
  LinearCfgGuidance: node("VideoLinearCFGGuidance", {
    model: ["ImageOnlyCheckpointLoader", 0],
    min_cfg: minCfg,
  }),
});
const conditioning = {
  clip_vision: ["ImageOnlyCheckpointLoader", 1],
  init_image: ["LoadImage", 0],
  vae: ["ImageOnlyCheckpointLoader", 2],
};
const sampled = {
  model: ["LinearCfgGuidance", 0],
  positive: ["SvdImgToVidConditioning", 0],
  negative: ["SvdImgToVidConditioning", 1],
  latent_image: ["SvdImgToVidConditioning", 2],
  seed: 7n,
};
const decode = node("VAEDecode", { samples: ["Sampler", 0], vae: ["ImageOnlyCheckpointLoader", 2] });

describe("the graph", () => {
  it("for the defaults", async () => {
    const draft = await build();
    expect(draft.graph).toEqual({
      ...loaders(draft.inputs[0]?.name, 1),
      SvdImgToVidConditioning: node("SVD_img2vid_Conditioning", {
        ...conditioning,
        width: 1024,
        height: 576,
        video_frames: 14,
        motion_bucket_id: 127,
        fps: 6,
        augmentation_level: 0,
      }),
      Sampler: node("KSampler", {
        ...sampled,
        steps: 20,
        cfg: 2.5,
        sampler_name: "euler",
        scheduler: "karras",
        denoise: 1,
      }),
      VAEDecode: decode,
      SaveAnimatedWEBP: node("SaveAnimatedWEBP", {
        images: ["VAEDecode", 0],
        filename_prefix: "Pictor",
        fps: 6,
        lossless: true,
        quality: 85,
        method: "default",
      }),
    });
    expect(draft.outputs).toEqual(["SaveAnimatedWEBP"]);
    expect(draft).toMatchObject({ medium: "video", size: { width: 1024, height: 576 } });
  });

  it("with every setting changed", async () => {
    const draft = await build({
      width: 512,
      height: 320,
      frames: 25,
      motion: 40,
      augmentation: 0.1,
      minCfg: 1.5,
      steps: 30,
      cfg: 3,
      sampler: "dpmpp_2m",
      scheduler: "simple",
      denoise: 0.9,
      fps: 12.4,
      lossless: false,
      quality: 60,
      method: "slowest",
    });
    expect(draft.graph).toEqual({
      ...loaders(draft.inputs[0]?.name, 1.5),
      SvdImgToVidConditioning: node("SVD_img2vid_Conditioning", {
        ...conditioning,
        width: 512,
        height: 320,
        video_frames: 25,
        motion_bucket_id: 40,
        fps: 12,
        augmentation_level: 0.1,
      }),
      Sampler: node("KSampler", {
        ...sampled,
        steps: 30,
        cfg: 3,
        sampler_name: "dpmpp_2m",
        scheduler: "simple",
        denoise: 0.9,
      }),
      VAEDecode: decode,
      SaveAnimatedWEBP: node("SaveAnimatedWEBP", {
        images: ["VAEDecode", 0],
        filename_prefix: "Pictor",
        fps: 12.4,
        lossless: false,
        quality: 60,
        method: "slowest",
      }),
    });
  });

  it("with align_your_steps takes the table of this model", async () => {
    const { graph } = await build({ scheduler: "align_your_steps" });
    expect(graph["AlignYourStepsScheduler"]?.inputs).toEqual({ model_type: "SVD", steps: 20, denoise: 1 });
  });
});

describe("the settings", () => {
  it.each<[string, Params, string]>([
    ["fps, rounded to at least 1,", { fps: 0.1 }, "fps"],
    ["modelFps, when it is given,", { modelFps: 8 }, "modelFps"],
  ])("pass %s to the model", async (_source, params, setting) => {
    const draft = await build(params);
    expect(draft.origins["SvdImgToVidConditioning.fps"]?.setting).toBe(setting);
    expect(draft.graph["SvdImgToVidConditioning"]?.inputs["fps"]).toBe(params["modelFps"] ?? 1);
  });

  it("refuse several videos in one run, and say why", async () => {
    await expect(build({ batchSize: 2 })).rejects.toMatchObject({
      code: "SETTINGS_INVALID",
      message: expect.stringMatching(/batchSize.*frames of one video.*several batches/s) as string,
    });
  });

  it("are recorded for each input", async () => {
    const { origins } = await build();
    expect(origins).toMatchObject({
      "ImageOnlyCheckpointLoader.ckpt_name": { setting: "model" },
      "LinearCfgGuidance.min_cfg": { setting: "minCfg" },
      "LoadImage.image": { setting: "image" },
      "SvdImgToVidConditioning.width": { setting: "width" },
      "SvdImgToVidConditioning.height": { setting: "height" },
      "SvdImgToVidConditioning.video_frames": { setting: "frames" },
      "SvdImgToVidConditioning.motion_bucket_id": { setting: "motion" },
      "SvdImgToVidConditioning.augmentation_level": { setting: "augmentation" },
      "SaveAnimatedWEBP.method": { setting: "method" },
    });
  });
});
