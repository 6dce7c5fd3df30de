// Parts of the graph of `txt2img`: each way to load a model, and user settings against the family's recommendations.

import { node } from "@pictor/workflow-parts/testing";
import type { Params } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { build } from "./testing/build.js";

const graphOf = async (params: Params) => (await build(params)).graph;
const clipFrom = (input: string) => ({ inputs: { clip: [input, 0] } });

describe("a checkpoint", () => {
  it("quantized to NF4 has a loader of an extension", async () => {
    expect(await graphOf({ nf4: true })).toMatchObject({
      CheckpointLoader_Base: node("CheckpointLoaderNF4", { ckpt_name: "base.safetensors" }),
      Sampler: { inputs: { model: ["CheckpointLoader_Base", 0] } },
      VAEDecode: { inputs: { vae: ["CheckpointLoader_Base", 2] } },
    });
  });

  it("with a model configuration adds it to the inputs, under a unique name", async () => {
    const draft = await build({ modelConfig: "/models/old-style.yaml" });
    expect(draft.graph["CheckpointLoader_Base"]).toEqual(
      node("CheckpointLoader", { config_name: "old-style_d3c3.yaml", ckpt_name: "base.safetensors" }),
    );
    expect(draft.inputs).toMatchObject([{ name: "old-style_d3c3.yaml", area: "models/configs" }]);
    expect(draft.origins["CheckpointLoader_Base.config_name"]?.setting).toBe("modelConfig");
  });

  it.each([
    ["one", { encoder1: "a" }, "CLIPLoader", { clip_name: "a", type: "stable_diffusion" }],
    [
      "two",
      { encoder1: "a", encoder2: "b" },
      "DualCLIPLoader",
      { clip_name1: "a", clip_name2: "b", type: "sdxl" },
    ],
    [
      "three",
      { encoder1: "a", encoder2: "b", encoder4: "d" },
      "TripleCLIPLoader",
      { clip_name1: "a", clip_name2: "b", clip_name3: "d" },
    ],
  ])("with %s separate text encoder(s) does not use its own", async (_count, params, loader, inputs) => {
    const graph = await graphOf({ ...params, clipSkip: 2 });
    expect(graph).toMatchObject({
      [loader]: node(loader, inputs),
      CLIP_Skip_Base: clipFrom(loader),
      PositiveCLIP_Base: clipFrom("CLIP_Skip_Base"),
      Sampler: { inputs: { model: ["CheckpointLoader_Base", 0] } },
    });
    expect(graph[loader]?.inputs).toEqual(inputs);
  });

  it("of the family flux is sampled like Flux, with its own text encoder and VAE", async () => {
    const graph = await graphOf({ family: "flux" });
    expect(graph).toMatchObject({
      BasicGuider: { inputs: { model: ["CheckpointLoader_Base", 0], conditioning: ["FluxGuidance", 0] } },
      PositiveCLIP_Base: { inputs: { clip: ["CheckpointLoader_Base", 1] } },
      VAEDecode: { inputs: { vae: ["CheckpointLoader_Base", 2] } },
    });
  });

  it("is shifted on request", async () => {
    expect(await graphOf({ shift: 6 })).toMatchObject({
      ModelSamplingSD3: { inputs: { model: ["CheckpointLoader_Base", 0], shift: 6 } },
      Sampler: { inputs: { model: ["ModelSamplingSD3", 0] } },
    });
  });
});

describe("a diffusion model", () => {
  it("in a GGUF file has a loader of an extension, which takes no weight_dtype", async () => {
    const graph = await graphOf({ diffusionModel: "flux1-dev-Q4.GGUF", weightDtype: "fp8_e5m2" });
    expect(graph["UNETLoader"]).toEqual(node("UnetLoaderGGUF", { unet_name: "flux1-dev-Q4.GGUF" }));
  });

  it("takes the files that the user names and finds the others", async () => {
    const params = {
      diffusionModel: "flux1-dev",
      weightDtype: "fp8_e4m3fn",
      encoder2: "t5-small",
      vae: "mine",
    };
    expect(await graphOf({ ...params, steps: 4, guidance: 2, sampler: "heun" })).toMatchObject({
      UNETLoader: { inputs: { weight_dtype: "fp8_e4m3fn" } },
      DualCLIPLoader: { inputs: { clip_name1: "clip_l.safetensors", clip_name2: "t5-small" } },
      VAELoader: { inputs: { vae_name: "mine" } },
      BasicScheduler: { inputs: { steps: 4, scheduler: "simple" } },
      FluxGuidance: { inputs: { guidance: 2 } },
      KSamplerSelect: { inputs: { sampler_name: "heun" } },
    });
  });

  it("of the family flux with guidance 0 uses cfg", async () => {
    const graph = await graphOf({ diffusionModel: "flux1-dev", guidance: 0, cfg: 3 });
    expect(graph["CFGGuider"]).toMatchObject({ inputs: { positive: ["PositiveCLIP_Base", 0], cfg: 3 } });
    expect(graph["FluxGuidance"]).toBeUndefined();
  });

  it("is used instead of a checkpoint that is given as well", async () => {
    expect(Object.keys(await graphOf({ model: "base", diffusionModel: "anima" }))).not.toContain(
      "CheckpointLoader_Base",
    );
  });

  it("keeps the short name of a file that the backend lacks", async () => {
    const graph = await graphOf({ diffusionModel: "flux2-dev" });
    expect(graph["CLIPLoader"]).toMatchObject({ inputs: { clip_name: "mistral", type: "flux2" } });
  });

  it.each([
    ["one encoder", { encoder1: "a" }, ["CLIPLoader", "EmptyLatentImage", "Sampler"]],
    [
      "two encoders",
      { encoder1: "a", encoder2: "b" },
      ["DualCLIPLoader", "EmptySD3LatentImage", "FluxGuidance"],
    ],
    ["type lumina2", { encoder1: "a", encoderType: "lumina2" }, ["EmptySD3LatentImage", "Sampler"]],
    ["type flux2", { encoder1: "a", encoderType: "flux2" }, ["EmptyFlux2LatentImage", "CFGGuider"]],
    ["type qwen_image", { encoder1: "a", encoderType: "qwen_image" }, ["EmptySD3LatentImage", "BasicGuider"]],
  ])("of an unknown family with %s is sampled by its encoder type", async (_parts, params, expected) => {
    const graph = await graphOf({ diffusionModel: "mine", vae: "v", ...params });
    expect(Object.keys(graph)).toEqual(expect.arrayContaining(expected));
    expect(Object.keys(graph).filter((id) => id.startsWith("ModelSampling"))).toEqual([]);
  });

  it.each([
    ["lumina2", "ModelSamplingAuraFlow"],
    ["sd3", "ModelSamplingSD3"],
  ])("of an unknown family with the encoder type %s is shifted by %s", async (encoderType, id) => {
    const graph = await graphOf({ diffusionModel: "mine", vae: "v", encoder1: "a", encoderType, shift: 2 });
    expect(graph[id]).toMatchObject({ inputs: { model: ["UNETLoader", 0], shift: 2 } });
  });
});

describe("the sampler", () => {
  it("with align_your_steps takes the sigmas of that scheduler", async () => {
    const graph = await graphOf({ scheduler: "align_your_steps", alignedTo: "SD1", steps: 10 });
    expect(graph).toMatchObject({
      AlignYourStepsScheduler: { inputs: { model_type: "SD1", steps: 10, denoise: 1 } },
      CFGGuider: { inputs: { model: ["CheckpointLoader_Base", 0], cfg: 5 } },
      SamplerCustomAdvanced: { inputs: { sigmas: ["AlignYourStepsScheduler", 0] } },
    });
  });

  it("with guidance gets it in the conditioning, and cfg 1", async () => {
    const graph = await graphOf({ guidance: 3.5 });
    expect(graph).toMatchObject({
      FluxGuidance: { inputs: { conditioning: ["PositiveCLIP_Base", 0], guidance: 3.5 } },
      Sampler: { inputs: { positive: ["FluxGuidance", 0], negative: ["NegativeCLIP_Base", 0], cfg: 1 } },
    });
  });

  it("makes every image of a Flux batch", async () => {
    const graph = await graphOf({ diffusionModel: "flux1-dev", batchSize: 3 });
    expect(graph).toMatchObject({
      EmptySD3LatentImage: { inputs: { batch_size: 3 } },
      SamplerCustomAdvanced: { inputs: { latent_image: ["EmptySD3LatentImage", 0] } },
    });
  });
});
