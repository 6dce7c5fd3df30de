// The feature `save-intermediate`: an output between other features.

import { emptyDraft, link } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { createBuildContext, node } from "@pictor/workflow-parts/testing";
import { expect, it } from "vitest";
import { saveIntermediate } from "./save-intermediate.js";

const context = createBuildContext({ feature: { id: "save-intermediate", settings: { prefix: "between" } } });
const latent: WorkflowDraft = {
  ...emptyDraft,
  anchors: { vae: link("Loader", 2) },
  primary: { link: link("Sampler"), type: "LATENT" },
};

it("decodes and saves a latent, which stays the primary", () => {
  const draft = saveIntermediate(latent, context);
  expect(draft.graph).toEqual({
    VAEDecode: node("VAEDecode", { samples: ["Sampler", 0], vae: ["Loader", 2] }),
    SaveIntermediateImage: node("SaveImage", { images: ["VAEDecode", 0], filename_prefix: "between" }),
  });
  expect(draft.primary).toEqual(latent.primary);
  expect(draft.outputs).toEqual(["SaveIntermediateImage"]);
});

it("saves an image unchanged, and may be repeated", () => {
  const image: WorkflowDraft = { ...latent, primary: { link: link("Upscale"), type: "IMAGE" } };
  const draft = saveIntermediate(saveIntermediate(image, context), context);
  expect(draft.outputs).toEqual(["SaveIntermediateImage", "SaveIntermediateImage_2"]);
  expect(draft.graph["SaveIntermediateImage_2"]?.inputs["images"]).toEqual(["Upscale", 0]);
});

it("does not apply when there is no image", () => {
  expect(() => saveIntermediate(emptyDraft, context)).toThrow(/no image/);
});
