// The whole graph of the workflow `txt2img` for each combination of settings.

import { node } from "@pictor/workflow-parts/testing";
import { describe, expect, it } from "vitest";
import { build } from "./testing/build.js";

const encode = (clip: readonly [string, number], text: string) => node("CLIPTextEncode", { clip, text });
const load = (ckpt_name: string) => node("CheckpointLoaderSimple", { ckpt_name });
const latent = node("EmptyLatentImage", { width: 1024, height: 1024, batch_size: 1 });
const decode = (sampler: string, vae: readonly [string, number]) =>
  node("VAEDecode", { samples: [sampler, 0], vae });
const save = node("SaveImage", { images: ["VAEDecode", 0], filename_prefix: "Pictor" });

describe("the graph", () => {
  it("for the defaults", async () => {
    const draft = await build();
    expect(draft.graph).toEqual({
      CheckpointLoader_Base: load("base.safetensors"),
      EmptyLatentImage: latent,
      PositiveCLIP_Base: encode(["CheckpointLoader_Base", 1], "a lighthouse"),
      NegativeCLIP_Base: encode(["CheckpointLoader_Base", 1], "fog"),
      Sampler: node("KSampler", {
        model: ["CheckpointLoader_Base", 0],
        positive: ["PositiveCLIP_Base", 0],
        negative: ["NegativeCLIP_Base", 0],
        latent_image: ["EmptyLatentImage", 0],
        seed: 7n,
        steps: 20,
        cfg: 5,
        sampler_name: "euler_ancestral",
        scheduler: "normal",
        denoise: 1,
      }),
      VAEDecode: decode("Sampler", ["CheckpointLoader_Base", 2]),
      SaveImage: save,
    });
    expect(draft.outputs).toEqual(["SaveImage"]);
  });

  it("with a refiner has two samplers, each with its own model and text encoder, and the refiner's VAE decodes", async () => {
    const common = {
      noise_seed: 7n,
      steps: 30,
      cfg: 5,
      sampler_name: "euler_ancestral",
      scheduler: "normal",
    };
    expect((await build({ refiner: "refiner.safetensors" })).graph).toEqual({
      CheckpointLoader_Base: load("base.safetensors"),
      CheckpointLoader_Refiner: load("refiner.safetensors"),
      EmptyLatentImage: latent,
      PositiveCLIP_Base: encode(["CheckpointLoader_Base", 1], "a lighthouse"),
      NegativeCLIP_Base: encode(["CheckpointLoader_Base", 1], "fog"),
      PositiveCLIP_Refiner: encode(["CheckpointLoader_Refiner", 1], "a lighthouse"),
      NegativeCLIP_Refiner: encode(["CheckpointLoader_Refiner", 1], "fog"),
      Sampler: node("KSamplerAdvanced", {
        ...common,
        model: ["CheckpointLoader_Base", 0],
        positive: ["PositiveCLIP_Base", 0],
        negative: ["NegativeCLIP_Base", 0],
        latent_image: ["EmptyLatentImage", 0],
        add_noise: "enable",
        start_at_step: 0,
        end_at_step: 20,
        return_with_leftover_noise: "enable",
      }),
      Sampler_Refiner: node("KSamplerAdvanced", {
        ...common,
        model: ["CheckpointLoader_Refiner", 0],
        positive: ["PositiveCLIP_Refiner", 0],
        negative: ["NegativeCLIP_Refiner", 0],
        latent_image: ["Sampler", 0],
        add_noise: "disable",
        start_at_step: 20,
        end_at_step: 30,
        return_with_leftover_noise: "disable",
      }),
      VAEDecode: decode("Sampler_Refiner", ["CheckpointLoader_Refiner", 2]),
      SaveImage: save,
    });
  });

  it("with the scheduler sd_turbo", async () => {
    expect((await build({ scheduler: "sd_turbo", steps: 1, cfg: 1, denoise: 0.9 })).graph).toMatchObject({
      KSamplerSelect: node("KSamplerSelect", { sampler_name: "euler_ancestral" }),
      SDTurboScheduler: node("SDTurboScheduler", {
        model: ["CheckpointLoader_Base", 0],
        steps: 1,
        denoise: 0.9,
      }),
      Sampler: node("SamplerCustom", {
        model: ["CheckpointLoader_Base", 0],
        positive: ["PositiveCLIP_Base", 0],
        negative: ["NegativeCLIP_Base", 0],
        latent_image: ["EmptyLatentImage", 0],
        add_noise: true,
        noise_seed: 7n,
        cfg: 1,
        sampler: ["KSamplerSelect", 0],
        sigmas: ["SDTurboScheduler", 0],
      }),
      VAEDecode: decode("Sampler", ["CheckpointLoader_Base", 2]),
    });
  });

  it("for one image of a batch picks its latent from the whole batch", async () => {
    expect((await build({ batchSize: 4, batchIndex: 3 })).graph).toMatchObject({
      EmptyLatentImage: { inputs: { batch_size: 4 } },
      LatentFromBatch: node("LatentFromBatch", {
        samples: ["EmptyLatentImage", 0],
        batch_index: 2,
        length: 1,
      }),
      Sampler: { inputs: { latent_image: ["LatentFromBatch", 0] } },
    });
  });

  it("with VAE, clip skip, refiner and batch together", async () => {
    const { graph } = await build({
      vae: "fine.safetensors",
      clipSkip: 2,
      refiner: "refiner.safetensors",
      refinerSteps: 5,
      batchSize: 2,
      batchIndex: 1,
    });
    expect(graph).toMatchObject({
      CLIP_Skip_Base: node("CLIPSetLastLayer", {
        clip: ["CheckpointLoader_Base", 1],
        stop_at_clip_layer: -2,
      }),
      CLIP_Skip_Refiner: { inputs: { clip: ["CheckpointLoader_Refiner", 1], stop_at_clip_layer: -2 } },
      VAELoader: node("VAELoader", { vae_name: "fine.safetensors" }),
      PositiveCLIP_Base: encode(["CLIP_Skip_Base", 0], "a lighthouse"),
      NegativeCLIP_Refiner: encode(["CLIP_Skip_Refiner", 0], "fog"),
      Sampler: { inputs: { latent_image: ["LatentFromBatch", 0], steps: 25, end_at_step: 20 } },
      Sampler_Refiner: { inputs: { start_at_step: 20, end_at_step: 25 } },
      VAEDecode: decode("Sampler_Refiner", ["VAELoader", 0]),
    });
    expect(Object.keys(graph)).toHaveLength(15);
  });
});
