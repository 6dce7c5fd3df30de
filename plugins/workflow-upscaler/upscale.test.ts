// Enlarging, by interpolation and by a model, once and again.

import { emptyDraft, link } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { contextOf } from "@pictor/workflow-parts/testing";
import { expect, it } from "vitest";
import { upscale } from "./upscale.js";

const draft: WorkflowDraft = {
  ...emptyDraft,
  anchors: { vae: link("Loader", 2) },
  size: { width: 513, height: 768 },
  primary: { link: link("Sampler"), type: "LATENT" },
};
const run = (given: WorkflowDraft, change = {}) =>
  upscale(
    given,
    contextOf({ feature: { id: "upscaler", settings: { scale: 1.5, method: "nearest-exact", ...change } } }),
  );

it("scales a latent as a latent, and the draft's size with it", () => {
  const { graph, size } = run(draft);
  expect(graph).toEqual({
    PostUpscale_LatentUpscale: {
      class_type: "LatentUpscale",
      inputs: {
        samples: ["Sampler", 0],
        upscale_method: "nearest-exact",
        width: 769,
        height: 1152,
        crop: "disabled",
      },
    },
  });
  expect(size).toEqual({ width: 769, height: 1152 });
});

it("by a model works on the picture", () => {
  const { graph, primary, origins } = run(draft, { model: "x4.pth" });
  expect(Object.values(graph).map(({ class_type }) => class_type)).toEqual([
    "VAEDecode",
    "UpscaleModelLoader",
    "ImageUpscaleWithModel",
    "ImageScale",
  ]);
  expect(primary?.type).toBe("IMAGE");
  expect(origins["PostUpscale_ModelUpscale_UpscaleModelLoader.model_name"]).toBe("model");
});

it("may be repeated", () => {
  expect(run(run(draft)).size).toEqual({ width: 1153, height: 1728 });
});

it.each([1, 1.004])("by %d does nothing", (scale) => {
  expect(run(draft, { scale })).toEqual(draft);
});

it("is refused where there is no picture", () => {
  expect(() => run(emptyDraft)).toThrow(/no picture whose size is known/);
});

it("by a model is refused where the picture is transparent, which the model does not know", () => {
  const transparent = { ...draft, isTransparent: true };
  expect(() => run(transparent, { model: "x4.pth" })).toThrow(/transparent already/);
  expect(run(transparent).size).toEqual({ width: 769, height: 1152 });
});
