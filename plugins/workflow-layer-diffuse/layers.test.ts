// Both halves: the patch of the model, and the decode that finds the transparency.

import { emptyDraft, link } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { contextOf, sampling } from "@pictor/workflow-parts/testing";
import { describe, expect, it } from "vitest";
import { applyLayers, decodeLayers } from "./layers.js";

const context = (model = "sdxl") =>
  contextOf({ feature: { id: "layer-diffuse", settings: { model, weight: 0.9 } } });
const draft: WorkflowDraft = {
  ...emptyDraft,
  sampling,
  anchors: { model: link("Loader"), vae: link("Loader", 2), "refiner.model": link("Refiner") },
};

describe("before sampling", () => {
  it.each([
    ["sdxl", "SDXL, Conv Injection"],
    ["sd15", "SD15, Attention Injection, attn_sharing"],
  ])("patches every model, for %s", (kind, config) => {
    const { graph, anchors } = applyLayers(draft, context(kind));
    expect(graph["LayerDiffuseApply_Base"]?.inputs).toEqual({ model: ["Loader", 0], config, weight: 0.9 });
    expect(graph["LayerDiffuseApply_Refiner"]?.inputs["model"]).toEqual(["Refiner", 0]);
    expect(anchors["refiner.model"]).toEqual(["LayerDiffuseApply_Refiner", 0]);
  });

  it("is refused where nothing is sampled, and on a model of another kind", () => {
    const traits = { blocks: "transformer", noise: "continuous", takesGuidance: true } as const;
    expect(() => applyLayers(emptyDraft, context())).toThrow(/leaves no sampling settings to add-ons/);
    expect(() => applyLayers({ ...draft, traits }, context())).toThrow(/UNet/);
  });
});

describe("after sampling", () => {
  const sampled: WorkflowDraft = { ...draft, primary: { link: link("Sampler"), type: "LATENT" } };

  it("decodes the latent and, with it, the transparency", () => {
    const { graph, primary, isTransparent } = decodeLayers(sampled, context());
    expect(graph["LayerDiffuseDecode"]?.inputs).toEqual({
      samples: ["Sampler", 0],
      images: ["VAEDecode", 0],
      sd_version: "SDXL",
      sub_batch_size: 16,
    });
    expect(primary).toEqual({ link: ["LayerDiffuseDecode", 0], type: "IMAGE" });
    expect(isTransparent).toBe(true);
  });

  it.each([
    [{ width: 1000, height: 1024 }, /1000 x 1024 pixels.*multiples of 64/],
    [{ width: 1024, height: 1100 }, /1024 x 1100 pixels/],
  ])("is refused for a size that the decoder does not take: %j", (size, message) => {
    expect(() => decodeLayers({ ...sampled, size }, context())).toThrow(message);
  });

  it("is refused behind a decode", () => {
    expect(() =>
      decodeLayers({ ...sampled, primary: { link: link("Up"), type: "IMAGE" } }, context()),
    ).toThrow(/decoded already/);
  });
});
