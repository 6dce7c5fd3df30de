// The feature `hires-fix`: what the second pass takes from the first, and what its settings change.

import { edit, emptyDraft, link } from "@pictor/kernel/plugin";
import type { Sampling, WorkflowDraft } from "@pictor/kernel/plugin";
import { sample } from "@pictor/workflow-parts";
import { createBuildContext, sampling, node } from "@pictor/workflow-parts/testing";
import { describe, expect, it } from "vitest";
import { applyHiresFix } from "./hires-fix.js";

const anchors = { model: link("Loader"), clip: link("Loader", 1), vae: link("Loader", 2) };
const prepared = (change: Partial<Sampling> = {}): WorkflowDraft => ({
  ...emptyDraft,
  anchors,
  cursors: { original: anchors },
  prompts: { positive: "a", negative: "b" },
  size: { width: 512, height: 512 },
  sampling: { ...sampling, ...change },
  latent: { class: "EmptyLatentImage", inputs: { width: 512, height: 512, batch_size: 1 } },
});
const context = createBuildContext();
const sampled = (change: Partial<Sampling> = {}) => sample(prepared(change), context);
const settings = { scale: 2, method: "nearest-exact", steps: 12, denoise: 0.5, inherit: true };
const run = (draft: WorkflowDraft, change = {}) =>
  applyHiresFix(
    draft,
    createBuildContext({ feature: { id: "hires-fix", settings: { ...settings, ...change } } }),
  );

describe("after a pass of one sampler node", () => {
  it("enlarges the latent and samples it with the first pass's model, conditioning and settings", () => {
    const { graph, primary, size } = run(sampled());
    expect(graph["HiresFix_LatentUpscale"]?.inputs).toMatchObject({ samples: ["Sampler", 0], width: 1024 });
    expect(graph["HiresFix_Sampler"]).toEqual(
      node("KSampler", {
        model: ["Loader", 0],
        positive: ["PositiveCLIP_Base", 0],
        negative: ["NegativeCLIP_Base", 0],
        latent_image: ["HiresFix_LatentUpscale", 0],
        seed: 7n,
        steps: 12,
        cfg: 5,
        sampler_name: "euler",
        scheduler: "normal",
        denoise: 0.5,
      }),
    );
    expect(primary).toEqual({ link: ["HiresFix_Sampler", 0], type: "LATENT" });
    expect(size).toEqual({ width: 1024, height: 1024 });
  });

  it("prefers its own settings to the first pass's", () => {
    const own = { cfg: 3, sampler: "ddim", scheduler: "karras" };
    expect(run(sampled(), own).graph["HiresFix_Sampler"]?.inputs).toMatchObject({
      cfg: 3,
      sampler_name: "ddim",
      scheduler: "karras",
    });
  });

  it("with an upscale model scales the image, which is encoded again", () => {
    const { graph } = run(sampled(), { model: "x4.pth" });
    expect(graph["HiresFix_Sampler"]?.inputs["latent_image"]).toEqual(["VAEEncode", 0]);
    expect(graph["VAEEncode"]?.inputs["pixels"]).toEqual(["HiresFix_ImageScale", 0]);
  });

  it("may be repeated", () => {
    expect(run(run(sampled())).graph["HiresFix_Sampler_2"]?.inputs["latent_image"]).toEqual([
      "HiresFix_LatentUpscale_2",
      0,
    ]);
  });

  it.each([
    ["sd_turbo", "SamplerCustom"],
    ["align_your_steps", "SamplerCustomAdvanced"],
  ])("samples with the nodes of the scheduler %s", (scheduler, nodeClass) => {
    const { graph } = run(sampled({ scheduler }), { steps: 10 });
    expect(graph["HiresFix_Sampler"]?.class_type).toBe(nodeClass);
  });
});

describe("features of the first pass", () => {
  const patched = sample(
    edit(prepared(), (graph) => {
      graph.move({ model: graph.add("FreeU", { model: graph.cursor("model") }, { id: "FreeU_Base" }).out() });
      const positive = graph.add("Control", { positive: graph.conditioning("positive") }).out();
      graph.move({ positive });
    }),
    context,
  );

  it("are inherited", () => {
    expect(run(patched).graph["HiresFix_Sampler"]?.inputs).toMatchObject({
      model: ["FreeU_Base", 0],
      positive: ["Control", 0],
    });
  });

  it("are left out without inherit, and later features still find them", () => {
    const draft = run(patched, { inherit: false });
    expect(draft.graph["HiresFix_Sampler"]?.inputs).toMatchObject({
      model: ["Loader", 0],
      positive: ["PositiveCLIP_Base_2", 0],
    });
    expect(draft.graph["PositiveCLIP_Base_2"]?.inputs).toEqual({ clip: ["Loader", 1], text: "a" });
    expect(draft.anchors).toEqual(patched.anchors);
  });
});

describe("after a pass of SamplerCustomAdvanced", () => {
  const flux = sampled({ path: "guider", guidance: 3.5 });

  it("reuses noise, guider and sampler with sigmas of its own", () => {
    const { graph } = run(flux);
    expect(graph["HiresFix_Sampler"]?.inputs).toEqual({
      noise: ["RandomNoise", 0],
      guider: ["BasicGuider", 0],
      sampler: ["KSamplerSelect", 0],
      sigmas: ["BasicScheduler_2", 0],
      latent_image: ["HiresFix_LatentUpscale", 0],
    });
    expect(graph["BasicScheduler_2"]?.inputs).toMatchObject({ steps: 12, denoise: 0.5 });
  });

  it("adds new nodes for another sampler", () => {
    const { graph } = run(flux, { sampler: "ddim" });
    expect(graph["HiresFix_Sampler"]?.inputs["sampler"]).toEqual(["KSamplerSelect_2", 0]);
    expect(graph["KSamplerSelect_2"]?.inputs["sampler_name"]).toBe("ddim");
    expect(graph["BasicGuider_2"]?.inputs["conditioning"]).toEqual(["FluxGuidance", 0]);
  });

  it("embeds the guidance again when the prompt is encoded again", () => {
    const { graph } = run(flux, { inherit: false });
    expect(graph["FluxGuidance_2"]?.inputs).toEqual({
      conditioning: ["PositiveCLIP_Base_2", 0],
      guidance: 3.5,
    });
    expect(graph["BasicGuider_2"]?.inputs["conditioning"]).toEqual(["FluxGuidance_2", 0]);
  });
});

it("samples with the refiner when there is one", () => {
  const two = { ...anchors, "refiner.model": link("Refiner"), "refiner.clip": link("Refiner", 1) };
  const draft = sample(
    { ...prepared({ refinerSteps: 5 }), anchors: two, cursors: { original: two } },
    context,
  );
  expect(run(draft).graph["HiresFix_Sampler"]?.inputs).toMatchObject({
    model: ["Refiner", 0],
    positive: ["PositiveCLIP_Refiner", 0],
  });
});

it("sets the mask again when decoding has lost it", () => {
  const masked = sample({ ...prepared(), mask: link("LoadMask") }, context);
  const { graph } = run(masked, { model: "x4.pth" });
  expect(graph["HiresFix_Sampler"]?.inputs["latent_image"]).toEqual(["HiresFix_SetLatentNoiseMask", 0]);
  expect(run(masked).graph).not.toHaveProperty("HiresFix_SetLatentNoiseMask");
});

it.each<[string, WorkflowDraft, RegExp]>([
  ["nothing is sampled", emptyDraft, /no sampling settings/],
  ["a video is made", { ...sampled(), medium: "video" }, /video/],
  ["the image is transparent", { ...sampled(), isTransparent: true }, /already transparent/],
  ["there was no first pass", prepared(), /no first pass/],
  [
    "the inherited scheduler takes fewer steps",
    sampled({ scheduler: "sd_turbo", steps: 1 }),
    /take 12 steps.*at most 10/,
  ],
])("does not apply when %s", (_situation, draft, message) => {
  expect(() => run(draft)).toThrow(message);
});
