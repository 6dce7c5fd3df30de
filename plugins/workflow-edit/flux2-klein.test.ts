// Graphs of Flux.2 Klein: without an image, with two, and with distilled and base models.

import { node } from "@pictor/workflow-parts/testing";
import type { Graph } from "@pictor/kernel/plugin";
import { afterAll, describe, expect, it } from "vitest";
import { editStage, decodeAndSave, encode, loaders, loadImageNodes } from "./testing/edit-stage.js";

const stage = await editStage("flux2-klein");
afterAll(() => stage.dispose());

const commonNodes = (positive: string, negative: string, width: number, height: number): Graph => ({
  ...loaders("default", { CLIPLoader: node("CLIPLoader", { clip_name: "one.safetensors", type: "flux2" }) }),
  PositiveCLIP_Base: encode("at night", "CLIPLoader"),
  NegativeCLIP_Base: encode("", "CLIPLoader"),
  EmptyFlux2LatentImage: node("EmptyFlux2LatentImage", { width, height, batch_size: 1 }),
  CFGGuider: node("CFGGuider", {
    model: ["UNETLoader", 0],
    positive: [positive, 0],
    negative: [negative, 0],
    cfg: 1,
  }),
  KSamplerSelect: node("KSamplerSelect", { sampler_name: "euler" }),
  Flux2Scheduler: node("Flux2Scheduler", { steps: 4, width, height }),
  RandomNoise: node("RandomNoise", { noise_seed: 7n }),
  SamplerCustomAdvanced: node("SamplerCustomAdvanced", {
    noise: ["RandomNoise", 0],
    guider: ["CFGGuider", 0],
    sampler: ["KSamplerSelect", 0],
    sigmas: ["Flux2Scheduler", 0],
    latent_image: ["EmptyFlux2LatentImage", 0],
  }),
  ...decodeAndSave("SamplerCustomAdvanced"),
});

/** The nodes that add one reference image to the conditioning of both prompts. */
const reference = (number: number, positive: string, negative: string): Graph => {
  const id = `Reference_${number}`;
  const refer = (conditioning: string) =>
    node("ReferenceLatent", {
      conditioning: [conditioning, 0] as const,
      latent: [`${id}_VAEEncode`, 0] as const,
    });
  return {
    [`${id}_Scale`]: node("ImageScaleToTotalPixels", {
      image: [`${id}_LoadImage`, 0],
      upscale_method: "nearest-exact",
      megapixels: 1,
      resolution_steps: 16,
    }),
    [`${id}_VAEEncode`]: node("VAEEncode", { pixels: [`${id}_Scale`, 0], vae: ["VAELoader", 0] }),
    [`${id}_Positive`]: refer(positive),
    [`${id}_Negative`]: refer(negative),
  };
};

describe("the graph", () => {
  it("without an image makes a new image", async () => {
    const draft = await stage.build([]);
    expect(draft.graph).toEqual(commonNodes("PositiveCLIP_Base", "NegativeCLIP_Base", 1024, 1024));
    expect(draft.outputs).toEqual(["SaveImage"]);
  });

  it("of two images refers to both in both prompts, and has the size of the first", async () => {
    const draft = await stage.build(["wide.png", "square.png"]);
    expect(draft.graph).toEqual({
      ...commonNodes("Reference_2_Positive", "Reference_2_Negative", 1456, 720),
      ...loadImageNodes(draft.inputs.map(({ name }) => name)),
      ...reference(1, "PositiveCLIP_Base", "NegativeCLIP_Base"),
      ...reference(2, "Reference_1_Positive", "Reference_1_Negative"),
    });
    expect(draft.size).toEqual({ width: 1456, height: 720 });
    expect(draft.chosenParams).toMatchObject({ width: 1456, height: 720, steps: 4, cfg: 1 });
  });

  it.each([
    [
      { width: 640, height: 320 },
      { width: 640, height: 320 },
    ],
    [{ height: 512 }, { width: 1456, height: 512 }],
  ])("with the requested size %j", async (params, size) => {
    const { graph } = await stage.build(["wide.png"], params);
    expect(graph).toMatchObject({
      EmptyFlux2LatentImage: { inputs: size },
      Flux2Scheduler: { inputs: size },
    });
  });

  it.each([
    ["flux-2-klein-4b.safetensors", 4, 1],
    ["flux-2-klein-base-9b-fp8.safetensors", 20, 5],
    ["base/flux-2-klein-9b.safetensors", 4, 1],
  ])("with the model %s", async (diffusionModel, steps, cfg) => {
    const { graph } = await stage.build([], { diffusionModel });
    expect(graph).toMatchObject({ Flux2Scheduler: { inputs: { steps } }, CFGGuider: { inputs: { cfg } } });
  });

  it("with requested steps and CFG scale", async () => {
    const { graph } = await stage.build([], { diffusionModel: "base.safetensors", steps: 8, cfg: 2 });
    expect(graph).toMatchObject({
      Flux2Scheduler: { inputs: { steps: 8 } },
      CFGGuider: { inputs: { cfg: 2 } },
    });
  });
});

it("accepts four images, and rejects a fifth", async () => {
  const four = ["wide.png", "tall.png", "square.png", "wide.png"] as const;
  const { graph } = await stage.build(four);
  expect(graph).toMatchObject({ CFGGuider: { inputs: { positive: ["Reference_4_Positive", 0] } } });
  await expect(stage.build([...four, "tall.png"])).rejects.toMatchObject({ code: "SETTINGS_INVALID" });
});
