// The feature `upscaler`: interpolation and upscale model, once and repeated.

import { emptyDraft, link } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { createBuildContext, node } from "@pictor/workflow-parts/testing";
import { expect, it } from "vitest";
import { upscale } from "./upscaler.js";

const draft: WorkflowDraft = {
  ...emptyDraft,
  anchors: { vae: link("Loader", 2) },
  size: { width: 513, height: 768 },
  primary: { link: link("Sampler"), type: "LATENT" },
};
const run = (given: WorkflowDraft, change = {}) =>
  upscale(
    given,
    createBuildContext({
      feature: { id: "upscaler", settings: { scale: 1.5, method: "nearest-exact", ...change } },
    }),
  );

it("scales a latent as a latent, together with the draft's size", () => {
  const { graph, size } = run(draft);
  expect(graph).toEqual({
    PostUpscale_LatentUpscale: node("LatentUpscale", {
      samples: ["Sampler", 0],
      upscale_method: "nearest-exact",
      width: 768,
      height: 1152,
      crop: "disabled",
    }),
  });
  expect(size).toEqual({ width: 768, height: 1152 });
});

it("with an upscale model decodes and scales the image", () => {
  const { graph, primary, origins } = run(draft, { model: "x4.pth" });
  expect(Object.values(graph).map(({ class_type }) => class_type)).toEqual([
    "VAEDecode",
    "UpscaleModelLoader",
    "ImageUpscaleWithModel",
    "ImageScale",
  ]);
  expect(primary?.type).toBe("IMAGE");
  expect(origins["PostUpscale_ModelUpscale_UpscaleModelLoader.model_name"]?.setting).toBe("model");
});

it("may be repeated", () => {
  expect(run(run(draft)).size).toEqual({ width: 1152, height: 1728 });
});

it.each([1, 1.004])("by a factor of %d changes nothing", (scale) => {
  expect(run(draft, { scale })).toEqual(draft);
});

it("does not apply when there is no image", () => {
  expect(() => run(emptyDraft)).toThrow(/no image whose size is known/);
});

it("with an upscale model does not apply to a transparent image", () => {
  const transparent = { ...draft, isTransparent: true };
  expect(() => run(transparent, { model: "x4.pth" })).toThrow(/already transparent/);
  expect(run(transparent).size).toEqual({ width: 768, height: 1152 });
});
