// The whole graph of the workflow `flux`.

import { dirname, join } from "node:path";
import type { Params } from "@pictor/kernel/plugin";
import { createTemplateHarness } from "@pictor/workflow-parts/testing";
import { afterAll, expect, it } from "vitest";

const own = import.meta.dirname;
const backends = ["backend-embedded", "backend-remote"].map((name) => join(dirname(own), name));
const stage = await createTemplateHarness([own, ...backends]);
afterAll(() => stage.dispose());

const request = (params: Params) => ({
  workflow: "flux",
  params: { prompt: "a lighthouse", diffusionModel: "flux1-dev.safetensors", seed: "7", ...params },
});
const components = {
  encoder1: "clip_l.safetensors",
  encoder2: "t5xxl_fp16.safetensors",
  vae: "ae.safetensors",
};
const build = (params: Params = {}) => stage.build(request({ ...components, ...params }));

const encode = (text: string) => ({
  class_type: "CLIPTextEncode",
  inputs: { clip: ["DualCLIPLoader", 0], text },
});

it("loads the model components and samples with guidance in the conditioning", async () => {
  const draft = await build();
  expect(draft.graph).toEqual({
    UNETLoader: {
      class_type: "UNETLoader",
      inputs: { unet_name: "flux1-dev.safetensors", weight_dtype: "default" },
    },
    VAELoader: { class_type: "VAELoader", inputs: { vae_name: "ae.safetensors" } },
    DualCLIPLoader: {
      class_type: "DualCLIPLoader",
      inputs: { clip_name1: "clip_l.safetensors", clip_name2: "t5xxl_fp16.safetensors", type: "flux" },
    },
    EmptySD3LatentImage: {
      class_type: "EmptySD3LatentImage",
      inputs: { width: 1024, height: 1024, batch_size: 1 },
    },
    PositiveCLIP_Base: encode("a lighthouse"),
    NegativeCLIP_Base: encode(""),
    FluxGuidance: {
      class_type: "FluxGuidance",
      inputs: { conditioning: ["PositiveCLIP_Base", 0], guidance: 3.5 },
    },
    KSamplerSelect: { class_type: "KSamplerSelect", inputs: { sampler_name: "euler" } },
    BasicScheduler: {
      class_type: "BasicScheduler",
      inputs: { model: ["UNETLoader", 0], scheduler: "simple", steps: 20, denoise: 1 },
    },
    RandomNoise: { class_type: "RandomNoise", inputs: { noise_seed: 7n } },
    BasicGuider: {
      class_type: "BasicGuider",
      inputs: { model: ["UNETLoader", 0], conditioning: ["FluxGuidance", 0] },
    },
    SamplerCustomAdvanced: {
      class_type: "SamplerCustomAdvanced",
      inputs: {
        noise: ["RandomNoise", 0],
        guider: ["BasicGuider", 0],
        sampler: ["KSamplerSelect", 0],
        sigmas: ["BasicScheduler", 0],
        latent_image: ["EmptySD3LatentImage", 0],
      },
    },
    VAEDecode: {
      class_type: "VAEDecode",
      inputs: { samples: ["SamplerCustomAdvanced", 0], vae: ["VAELoader", 0] },
    },
    SaveImage: { class_type: "SaveImage", inputs: { images: ["VAEDecode", 0], filename_prefix: "Pictor" } },
  });
  expect(draft.outputs).toEqual(["SaveImage"]);
});

it("makes every image of a batch, or the one that is asked for", async () => {
  expect((await build({ batchSize: 4 })).graph).toMatchObject({
    EmptySD3LatentImage: { inputs: { batch_size: 4 } },
    SamplerCustomAdvanced: { inputs: { latent_image: ["EmptySD3LatentImage", 0] } },
  });
  expect((await build({ batchSize: 4, batchIndex: 4 })).graph).toMatchObject({
    LatentFromBatch: { inputs: { samples: ["EmptySD3LatentImage", 0], batch_index: 3, length: 1 } },
    SamplerCustomAdvanced: { inputs: { latent_image: ["LatentFromBatch", 0] } },
  });
});

it("loads a GGUF file by an extension, which it requires", async () => {
  const { graph, requires } = await build({ diffusionModel: "flux1-dev-Q4_K_S.gguf" });
  expect(graph["UNETLoader"]).toEqual({
    class_type: "UnetLoaderGGUF",
    inputs: { unet_name: "flux1-dev-Q4_K_S.gguf" },
  });
  expect(requires).toEqual([{ id: "city96/comfyui-gguf", range: "*", nodeClasses: ["UnetLoaderGGUF"] }]);
});

it.each([
  ["UNETLoader.unet_name", "diffusionModel"],
  ["UNETLoader.weight_dtype", "weightDtype"],
  ["DualCLIPLoader.clip_name2", "encoder2"],
  ["VAELoader.vae_name", "vae"],
  ["FluxGuidance.guidance", "guidance"],
  ["KSamplerSelect.sampler_name", "sampler"],
  ["BasicScheduler.steps", "steps"],
])("the input %s comes from the setting %s", async (input, setting) => {
  expect((await build()).origins[input]?.setting).toBe(setting);
});
