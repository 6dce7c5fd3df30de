// An output between the add-ons.

import { emptyDraft, link } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { contextOf } from "@pictor/workflow-parts/testing";
import { expect, it } from "vitest";
import { saveIntermediate } from "./intermediate.js";

const context = contextOf({ feature: { id: "save-intermediate", settings: { prefix: "between" } } });
const latent: WorkflowDraft = {
  ...emptyDraft,
  anchors: { vae: link("Loader", 2) },
  primary: { link: link("Sampler"), type: "LATENT" },
};

it("decodes a latent, saves it, and leaves the latent as it was", () => {
  const draft = saveIntermediate(latent, context);
  expect(draft.graph).toEqual({
    VAEDecode: { class_type: "VAEDecode", inputs: { samples: ["Sampler", 0], vae: ["Loader", 2] } },
    SaveIntermediateImage: {
      class_type: "SaveImage",
      inputs: { images: ["VAEDecode", 0], filename_prefix: "between" },
    },
  });
  expect(draft.primary).toEqual(latent.primary);
  expect(draft.outputs).toEqual(["SaveIntermediateImage"]);
});

it("saves an image as it is, as often as it is asked", () => {
  const image: WorkflowDraft = { ...latent, primary: { link: link("Upscale"), type: "IMAGE" } };
  const draft = saveIntermediate(saveIntermediate(image, context), context);
  expect(draft.outputs).toEqual(["SaveIntermediateImage", "SaveIntermediateImage_2"]);
  expect(draft.graph["SaveIntermediateImage_2"]?.inputs["images"]).toEqual(["Upscale", 0]);
});

it("is refused where there is no picture", () => {
  expect(() => saveIntermediate(emptyDraft, context)).toThrow(/no picture/);
});
