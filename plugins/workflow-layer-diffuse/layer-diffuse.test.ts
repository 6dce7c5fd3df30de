// The two handlers of `layer-diffuse`: the patch of the model, and the decoder that reads the transparency.

import { emptyDraft, link } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { createBuildContext, sampling } from "@pictor/workflow-parts/testing";
import { describe, expect, it } from "vitest";
import { applyLayerDiffuse, decodeLayerDiffuse } from "./layer-diffuse.js";

const context = (model = "sdxl") =>
  createBuildContext({ feature: { id: "layer-diffuse", settings: { model, weight: 0.9 } } });
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
    const { graph, anchors } = applyLayerDiffuse(draft, context(kind));
    expect(graph["LayerDiffuseApply_Base"]?.inputs).toEqual({ model: ["Loader", 0], config, weight: 0.9 });
    expect(graph["LayerDiffuseApply_Refiner"]?.inputs["model"]).toEqual(["Refiner", 0]);
    expect(anchors["refiner.model"]).toEqual(["LayerDiffuseApply_Refiner", 0]);
  });

  it("does not apply when nothing is sampled or the model is a transformer", () => {
    const traits = { blocks: "transformer", noise: "continuous", takesGuidance: true } as const;
    expect(() => applyLayerDiffuse(emptyDraft, context())).toThrow(/no sampling settings/);
    expect(() => applyLayerDiffuse({ ...draft, traits }, context())).toThrow(/UNet/);
  });
});

describe("after sampling", () => {
  const sampled: WorkflowDraft = { ...draft, primary: { link: link("Sampler"), type: "LATENT" } };

  it("decodes the latent with its transparency", () => {
    const { graph, primary, isTransparent } = decodeLayerDiffuse(sampled, context());
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
  ])("does not apply to a size that the decoder does not take: %j", (size, message) => {
    expect(() => decodeLayerDiffuse({ ...sampled, size }, context())).toThrow(message);
  });

  it("does not apply after the latent is decoded", () => {
    expect(() =>
      decodeLayerDiffuse({ ...sampled, primary: { link: link("Up"), type: "IMAGE" } }, context()),
    ).toThrow(/decoded already/);
  });
});
