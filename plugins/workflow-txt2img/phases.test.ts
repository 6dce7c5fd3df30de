// The phases of `txt2img` one by one: cursors for features, settings behind inputs, purity, and refused settings.

import { edit, emptyDraft, PictorError } from "@pictor/kernel/plugin";
import type { Params } from "@pictor/kernel/plugin";
import { finish, sample } from "@pictor/workflow-parts";
import { describe, expect, it } from "vitest";
import { build, createBuildContext, prepare } from "./testing/build.js";

const prepared = async (params = {}, seed = 7n) =>
  (await prepare(emptyDraft, createBuildContext(params, seed)))!;

describe("prepare", () => {
  it("leaves cursors, prompts, size, sampling and the recipe of a latent, and adds neither latent nor text encoder nodes", async () => {
    const draft = await prepared({ width: 512, height: 768 }, 2n ** 64n - 1n);
    expect({ ...draft, graph: Object.keys(draft.graph), origins: {} }).toEqual({
      graph: ["CheckpointLoader_Base"],
      anchors: {
        model: ["CheckpointLoader_Base", 0],
        clip: ["CheckpointLoader_Base", 1],
        vae: ["CheckpointLoader_Base", 2],
      },
      cursors: { original: draft.anchors },
      latent: {
        class: "EmptyLatentImage",
        inputs: { width: 512, height: 768, batch_size: 1 },
        origins: { width: "width", height: "height", batch_size: "batchSize" },
      },
      prompts: { positive: "a lighthouse", negative: "fog" },
      chosenParams: { sampler: "euler_ancestral", scheduler: "normal", steps: 20, cfg: 5 },
      size: { width: 512, height: 768 },
      sampling: {
        sampler: "euler_ancestral",
        scheduler: "normal",
        steps: 20,
        cfg: 5,
        seed: 18446744073709551615n,
        denoise: 1,
        alignedTo: "SDXL",
      },
      outputs: [],
      inputs: [],
      requires: [],
      origins: {},
    });
  });

  it("sets cursors of its own for a refiner", async () => {
    expect((await prepared({ refiner: "r" })).anchors).toMatchObject({
      model: ["CheckpointLoader_Base", 0],
      "refiner.model": ["CheckpointLoader_Refiner", 0],
      "refiner.clip": ["CheckpointLoader_Refiner", 1],
      "refiner.vae": ["CheckpointLoader_Refiner", 2],
    });
  });

  it("replaces the VAE of both models by the one in the settings", async () => {
    const { anchors } = await prepared({ refiner: "r", vae: "v" });
    expect([anchors.vae, anchors["refiner.vae"]]).toEqual([
      ["VAELoader", 0],
      ["VAELoader", 0],
    ]);
  });
});

describe("a feature", () => {
  it("that moves the cursors model and clip changes what text encoders and sampler use", async () => {
    const draft = await build({}, 7n, {
      condition: (before) =>
        edit(before, (graph) => {
          const inputs = { model: graph.cursor("model"), clip: graph.cursor("clip") };
          const lora = graph.add("LoraLoader", inputs, { id: "Loras_Base" });
          graph.move({ model: lora.out(0), clip: lora.out(1) });
        }),
    });
    expect(draft.graph).toMatchObject({
      PositiveCLIP_Base: { inputs: { clip: ["Loras_Base", 1] } },
      Sampler: { inputs: { model: ["Loras_Base", 0] } },
    });
  });

  it("that has encoded the prompt prevents a second encoding", async () => {
    const draft = await build({}, 7n, {
      condition: (before) => edit(before, (graph) => void graph.conditioning("positive")),
    });
    expect(Object.keys(draft.graph).filter((id) => id.startsWith("PositiveCLIP"))).toHaveLength(1);
  });

  it("that changes the sampling settings changes the sampler", async () => {
    const draft = await build({}, 7n, {
      condition: (before) =>
        before.sampling === undefined ? before : { ...before, sampling: { ...before.sampling, cfg: 1 } },
    });
    expect(draft.graph["Sampler"]?.inputs["cfg"]).toBe(1);
  });

  it("that sets an image as the primary has it encoded", async () => {
    const draft = await build({}, 7n, {
      condition: (before) => ({ ...before, primary: { link: ["Noise", 0], type: "IMAGE" } }),
    });
    expect(draft.graph).toMatchObject({
      VAEEncode: { inputs: { pixels: ["Noise", 0] } },
      Sampler: { inputs: { latent_image: ["VAEEncode", 0] } },
    });
  });

  it("that has decoded the image and added an output keeps both", async () => {
    const draft = await build({}, 7n, {
      refine: (before) =>
        edit(before, (graph) => {
          graph.image();
          graph.output("Intermediate");
        }),
    });
    expect(Object.keys(draft.graph).filter((id) => id.startsWith("VAEDecode"))).toHaveLength(1);
    expect(draft.outputs).toEqual(["Intermediate", "SaveImage"]);
  });
});

it.each([
  ["CheckpointLoader_Base.ckpt_name", "model", {}],
  ["CheckpointLoader_Refiner.ckpt_name", "refiner", { refiner: "r" }],
  ["VAELoader.vae_name", "vae", { vae: "v" }],
  ["CLIP_Skip_Base.stop_at_clip_layer", "clipSkip", { clipSkip: 2 }],
  ["EmptyLatentImage.batch_size", "batchSize", {}],
  ["LatentFromBatch.batch_index", "batchIndex", { batchIndex: 1 }],
  ["PositiveCLIP_Base.text", "prompt", {}],
  ["Sampler.sampler_name", "sampler", {}],
  ["Sampler_Refiner.steps", "refinerSteps", { refiner: "r" }],
  ["SDTurboScheduler.steps", "steps", { scheduler: "sd_turbo" }],
])(
  "errors can name the user's setting the input %s comes from the setting %s",
  async (input, setting, params) => {
    expect((await build(params)).origins[input]?.setting).toBe(setting);
  },
);

it("a refiner with denoise below 1 lengthens the schedule, enters it late, and keeps the number of steps", async () => {
  expect((await build({ refiner: "r", denoise: 0.5 })).graph).toMatchObject({
    Sampler: { inputs: { steps: 60, start_at_step: 30, end_at_step: 50 } },
    Sampler_Refiner: { inputs: { steps: 60, start_at_step: 50, end_at_step: 60 } },
  });
});

describe("refused before anything is submitted", () => {
  it.each([
    ["sd_turbo with a refiner", { scheduler: "sd_turbo", refiner: "r" }, "#/scheduler"],
    ["align_your_steps with a refiner", { scheduler: "align_your_steps", refiner: "r" }, "#/scheduler"],
    ["SamplerCustomAdvanced with a refiner", { family: "flux", refiner: "r" }, "#/family"],
    ["denoise 0 with a refiner", { denoise: 0, refiner: "r" }, "#/denoise"],
    ["a batch index beyond the batch", { batchSize: 2, batchIndex: 3 }, "#/batchIndex"],
    [
      "the family checkpoint beside a diffusion model",
      { family: "checkpoint", diffusionModel: "d" },
      "#/family",
    ],
    ["no checkpoint", { model: undefined }, "#/model"],
    ["a model configuration for an NF4 checkpoint", { nf4: true, modelConfig: "a.yaml" }, "#/modelConfig"],
    [
      "a model configuration for a diffusion model",
      { diffusionModel: "flux", modelConfig: "a.yaml" },
      "#/modelConfig",
    ],
    ["nf4 for a diffusion model", { diffusionModel: "flux", nf4: true }, "#/nf4"],
    ["a refiner beside a diffusion model", { diffusionModel: "flux", refiner: "r" }, "#/refiner"],
    [
      "a diffusion model of an unknown family without text encoders",
      { diffusionModel: "d", vae: "v" },
      "#/encoder1",
    ],
    ["a diffusion model of an unknown family without a VAE", { diffusionModel: "d", encoder1: "e" }, "#/vae"],
    [
      "the encoder type flux with one encoder",
      { diffusionModel: "d", encoder1: "e", encoderType: "flux", vae: "v" },
      "#/encoder2",
    ],
    ["Flux.2 with denoise 0", { family: "flux2", denoise: 0 }, "#/denoise"],
  ])("%s", async (_situation, params, pointer) => {
    const thrown: unknown = await build(params as Params).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(PictorError);
    expect(thrown).toMatchObject({ code: "SETTINGS_INVALID", details: { pointer } });
  });

  it("a draft that was never prepared", () => {
    expect(() => sample(emptyDraft, createBuildContext())).toThrow(/prepare must come first/);
    expect(() => finish(emptyDraft)).toThrow(/primary/);
  });
});

it("builds the same draft for the same input, and another seed changes the seed only", async () => {
  expect(await build()).toEqual(await build());
  const other = await build({}, 8n);
  expect(other.graph["Sampler"]?.inputs["seed"]).toBe(8n);
  expect(Object.keys(other.graph)).toEqual(Object.keys((await build()).graph));
});
