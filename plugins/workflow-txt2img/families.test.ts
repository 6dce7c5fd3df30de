// The whole graph of each model family, when the settings give nothing but the name of the diffusion model.

import { node } from "@pictor/workflow-parts/testing";
import { expect, it } from "vitest";
import { build } from "./testing/build.js";

const unet = (unet_name: string) => node("UNETLoader", { unet_name, weight_dtype: "default" });
const vae = (vae_name: string) => node("VAELoader", { vae_name });
const clip = (clip_name: string, type: string) => node("CLIPLoader", { clip_name, type });
const latent = (class_type: string) => node(class_type, { width: 1024, height: 1024, batch_size: 1 });
/** The nodes that encode the prompts, decode and save. */
const encodeAndSave = (encoders: string, sampler: string) => ({
  PositiveCLIP_Base: node("CLIPTextEncode", { clip: [encoders, 0], text: "a lighthouse" }),
  NegativeCLIP_Base: node("CLIPTextEncode", { clip: [encoders, 0], text: "fog" }),
  VAEDecode: node("VAEDecode", { samples: [sampler, 0], vae: ["VAELoader", 0] }),
  SaveImage: node("SaveImage", { images: ["VAEDecode", 0], filename_prefix: "Pictor" }),
});
const conditioned = { positive: ["PositiveCLIP_Base", 0], negative: ["NegativeCLIP_Base", 0] };
const kSampler = (model: string, start: string, values: object) =>
  node("KSampler", {
    model: [model, 0],
    latent_image: [start, 0],
    ...conditioned,
    seed: 7n,
    denoise: 1,
    ...values,
  });
/** The nodes of SamplerCustomAdvanced. */
const customAdvanced = (start: string, guider: string, sigmas: string) => ({
  KSamplerSelect: node("KSamplerSelect", { sampler_name: "euler" }),
  RandomNoise: node("RandomNoise", { noise_seed: 7n }),
  SamplerCustomAdvanced: node("SamplerCustomAdvanced", {
    noise: ["RandomNoise", 0],
    guider: [guider, 0],
    sampler: ["KSamplerSelect", 0],
    sigmas: [sigmas, 0],
    latent_image: [start, 0],
  }),
});
/** The same with guidance embedded in the conditioning. */
const guided = (model: string) => ({
  ...customAdvanced("EmptySD3LatentImage", "BasicGuider", "BasicScheduler"),
  FluxGuidance: node("FluxGuidance", { conditioning: ["PositiveCLIP_Base", 0], guidance: 3.5 }),
  BasicGuider: node("BasicGuider", { model: [model, 0], conditioning: ["FluxGuidance", 0] }),
  BasicScheduler: node("BasicScheduler", { model: [model, 0], scheduler: "simple", steps: 20, denoise: 1 }),
});
const zImage = (unet_name: string, values: object) => ({
  UNETLoader: unet(unet_name),
  CLIPLoader: clip("qwen_3_4b.safetensors", "lumina2"),
  VAELoader: vae("ae.safetensors"),
  ModelSamplingAuraFlow: node("ModelSamplingAuraFlow", { model: ["UNETLoader", 0], shift: 3 }),
  EmptySD3LatentImage: latent("EmptySD3LatentImage"),
  ...encodeAndSave("CLIPLoader", "Sampler"),
  Sampler: kSampler("ModelSamplingAuraFlow", "EmptySD3LatentImage", {
    sampler_name: "res_multistep",
    scheduler: "simple",
    ...values,
  }),
});

const families: Readonly<Record<string, readonly [file: string, graph: object]>> = {
  Flux: [
    "flux1-dev.safetensors",
    {
      UNETLoader: unet("flux1-dev.safetensors"),
      DualCLIPLoader: node("DualCLIPLoader", {
        clip_name1: "clip_l.safetensors",
        clip_name2: "t5xxl_fp16.safetensors",
        type: "flux",
      }),
      VAELoader: vae("ae.safetensors"),
      EmptySD3LatentImage: latent("EmptySD3LatentImage"),
      ...encodeAndSave("DualCLIPLoader", "SamplerCustomAdvanced"),
      ...guided("UNETLoader"),
    },
  ],
  "Flux.2": [
    "flux-2-klein-9b.safetensors",
    {
      UNETLoader: unet("flux-2-klein-9b.safetensors"),
      CLIPLoader: clip("qwen_3_8b_fp8mixed.safetensors", "flux2"),
      VAELoader: vae("flux2-vae.safetensors"),
      EmptyFlux2LatentImage: latent("EmptyFlux2LatentImage"),
      ...encodeAndSave("CLIPLoader", "SamplerCustomAdvanced"),
      ...customAdvanced("EmptyFlux2LatentImage", "CFGGuider", "Flux2Scheduler"),
      CFGGuider: node("CFGGuider", { model: ["UNETLoader", 0], ...conditioned, cfg: 5 }),
      Flux2Scheduler: node("Flux2Scheduler", { steps: 20, width: 1024, height: 1024 }),
    },
  ],
  "Z-Image": ["z_image_bf16.safetensors", zImage("z_image_bf16.safetensors", { steps: 30, cfg: 4 })],
  "Z-Image Turbo": ["z-image-turbo.safetensors", zImage("z-image-turbo.safetensors", { steps: 8, cfg: 1 })],
  Anima: [
    "anima-preview.safetensors",
    {
      UNETLoader: unet("anima-preview.safetensors"),
      CLIPLoader: clip("qwen_3_06b_base.safetensors", "stable_diffusion"),
      VAELoader: vae("qwen_image_vae.safetensors"),
      EmptyLatentImage: latent("EmptyLatentImage"),
      ...encodeAndSave("CLIPLoader", "Sampler"),
      Sampler: kSampler("UNETLoader", "EmptyLatentImage", {
        steps: 30,
        cfg: 4,
        sampler_name: "er_sde",
        scheduler: "simple",
      }),
    },
  ],
  HiDream: [
    "hidream_i1_dev.safetensors",
    {
      UNETLoader: unet("hidream_i1_dev.safetensors"),
      QuadrupleCLIPLoader: node("QuadrupleCLIPLoader", {
        clip_name1: "clip_l.safetensors",
        clip_name2: "clip_g_hidream.safetensors",
        clip_name3: "t5xxl_fp16.safetensors",
        clip_name4: "llama_3.1_8b_instruct_fp8_scaled.safetensors",
      }),
      VAELoader: vae("ae.safetensors"),
      ModelSamplingSD3: node("ModelSamplingSD3", { model: ["UNETLoader", 0], shift: 3 }),
      EmptySD3LatentImage: latent("EmptySD3LatentImage"),
      ...encodeAndSave("QuadrupleCLIPLoader", "SamplerCustomAdvanced"),
      ...guided("ModelSamplingSD3"),
    },
  ],
};

it.each(Object.entries(families))("the graph of %s", async (_family, [diffusionModel, graph]) => {
  expect((await build({ diffusionModel })).graph).toEqual(graph);
});

it("a family that the user sets overrides the file name", async () => {
  const [, graph] = families["Anima"]!;
  const { UNETLoader, ...rest } = (await build({ diffusionModel: "mine.safetensors", family: "anima" }))
    .graph;
  expect({ ...rest, UNETLoader: unet("anima-preview.safetensors") }).toEqual(graph);
  expect(UNETLoader).toEqual(unet("mine.safetensors"));
});
