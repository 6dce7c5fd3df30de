// The whole graph of the workflow `flux`.

import { dirname, join } from "node:path";
import type { Params } from "@pictor/kernel/plugin";
import { createTemplateHarness, node } from "@pictor/workflow-parts/testing";
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

const encode = (text: string) => node("CLIPTextEncode", { clip: ["DualCLIPLoader", 0], text });

it("loads the model components and samples with guidance in the conditioning", async () => {
  const draft = await build();
  expect(draft.graph).toEqual({
    UNETLoader: node("UNETLoader", { unet_name: "flux1-dev.safetensors", weight_dtype: "default" }),
    VAELoader: node("VAELoader", { vae_name: "ae.safetensors" }),
    DualCLIPLoader: node("DualCLIPLoader", {
      clip_name1: "clip_l.safetensors",
      clip_name2: "t5xxl_fp16.safetensors",
      type: "flux",
    }),
    EmptySD3LatentImage: node("EmptySD3LatentImage", { width: 1024, height: 1024, batch_size: 1 }),
    PositiveCLIP_Base: encode("a lighthouse"),
    NegativeCLIP_Base: encode(""),
    FluxGuidance: node("FluxGuidance", { conditioning: ["PositiveCLIP_Base", 0], guidance: 3.5 }),
    KSamplerSelect: node("KSamplerSelect", { sampler_name: "euler" }),
    BasicScheduler: node("BasicScheduler", {
      model: ["UNETLoader", 0],
      scheduler: "simple",
      steps: 20,
      denoise: 1,
    }),
    RandomNoise: node("RandomNoise", { noise_seed: 7n }),
    BasicGuider: node("BasicGuider", { model: ["UNETLoader", 0], conditioning: ["FluxGuidance", 0] }),
    SamplerCustomAdvanced: node("SamplerCustomAdvanced", {
      noise: ["RandomNoise", 0],
      guider: ["BasicGuider", 0],
      sampler: ["KSamplerSelect", 0],
      sigmas: ["BasicScheduler", 0],
      latent_image: ["EmptySD3LatentImage", 0],
    }),
    VAEDecode: node("VAEDecode", { samples: ["SamplerCustomAdvanced", 0], vae: ["VAELoader", 0] }),
    SaveImage: node("SaveImage", { images: ["VAEDecode", 0], filename_prefix: "Pictor" }),
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
  expect(graph["UNETLoader"]).toEqual(node("UnetLoaderGGUF", { unet_name: "flux1-dev-Q4_K_S.gguf" }));
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
