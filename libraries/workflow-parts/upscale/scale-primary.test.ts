// The nodes that each method of scaling adds to a latent and to an image.

import { describe, expect, it } from "vitest";
import { node } from "../testing/node.js";
import { edit, emptyDraft } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { scaleSize, scalePrimary, type InterpolationMethod, type ScaleMethod } from "./scale-primary.js";

const start: WorkflowDraft = { ...emptyDraft, anchors: { vae: ["Loader", 2] } };
const latent: WorkflowDraft = { ...start, primary: { link: ["Sampler", 0], type: "LATENT" } };
const image: WorkflowDraft = { ...start, primary: { link: ["LoadImage", 0], type: "IMAGE" } };

const scaled = (draft: WorkflowDraft, method: ScaleMethod) =>
  edit(draft, (graph) =>
    scalePrimary(graph, {
      prefix: "P",
      method,
      width: 100,
      height: 60,
      origins: { upscale_method: "way", model_name: "enlarger", width: "wide", height: "high" },
    }),
  );
const interpolated = (draft: WorkflowDraft, method: InterpolationMethod) =>
  scaled(draft, { kind: "interpolation", method });
const target = { width: 100, height: 60, crop: "disabled" };
const sizes = (id: string) => ({
  [`${id}.width`]: { setting: "wide" },
  [`${id}.height`]: { setting: "high" },
});

describe("interpolation", () => {
  it("keeps a latent a latent", () => {
    const draft = interpolated(latent, "nearest-exact");
    expect(draft.graph).toEqual({
      P_LatentUpscale: node("LatentUpscale", {
        samples: ["Sampler", 0],
        upscale_method: "nearest-exact",
        ...target,
        width: 96,
        height: 56,
      }),
    });
    expect(draft.primary).toEqual({ link: ["P_LatentUpscale", 0], type: "LATENT" });
    expect(draft.origins).toEqual({
      ...sizes("P_LatentUpscale"),
      "P_LatentUpscale.upscale_method": { setting: "way" },
    });
  });

  it("keeps an image an image", () => {
    const draft = interpolated(image, "nearest-exact");
    expect(draft.graph).toEqual({
      P_ImageUpscale: node("ImageScale", {
        image: ["LoadImage", 0],
        upscale_method: "nearest-exact",
        ...target,
      }),
    });
    expect(draft.primary).toEqual({ link: ["P_ImageUpscale", 0], type: "IMAGE" });
    expect(draft.origins).toEqual({
      ...sizes("P_ImageUpscale"),
      "P_ImageUpscale.upscale_method": { setting: "way" },
    });
  });

  it.each<[string, WorkflowDraft, InterpolationMethod, string]>([
    ["replaces bislerp by bicubic for an image", image, "bislerp", "bicubic"],
    ["keeps bislerp for a latent", latent, "bislerp", "bislerp"],
    ["replaces lanczos by bicubic for a latent", latent, "lanczos", "bicubic"],
    ["keeps lanczos for an image", image, "lanczos", "lanczos"],
  ])("%s", (_situation, draft, method, expected) => {
    const [node] = Object.values(interpolated(draft, method).graph);
    expect(node?.inputs["upscale_method"]).toBe(expected);
  });

  it("adds the empty latent that is still a recipe", () => {
    const recipe = { class: "EmptyLatentImage", inputs: { width: 8, height: 8, batch_size: 1 } };
    expect(Object.keys(interpolated({ ...start, latent: recipe }, "area").graph)).toEqual([
      "EmptyLatentImage",
      "P_LatentUpscale",
    ]);
  });
});

describe("an upscale model", () => {
  const model = { kind: "model", file: "4x.pth" } as const;
  const group = (image: readonly [string, number]) => ({
    P_ModelUpscale_UpscaleModelLoader: node("UpscaleModelLoader", { model_name: "4x.pth" }),
    P_ModelUpscale_ImageUpscaleWithModel: node("ImageUpscaleWithModel", {
      upscale_model: ["P_ModelUpscale_UpscaleModelLoader", 0],
      image,
    }),
    P_ImageScale: node("ImageScale", {
      image: ["P_ModelUpscale_ImageUpscaleWithModel", 0],
      upscale_method: "bilinear",
      ...target,
    }),
  });

  it("enlarges an image, which is then scaled to the target", () => {
    const draft = scaled(image, model);
    expect(draft.graph).toEqual(group(["LoadImage", 0]));
    expect(draft.primary).toEqual({ link: ["P_ImageScale", 0], type: "IMAGE" });
    expect(draft.origins).toEqual({
      ...sizes("P_ImageScale"),
      "P_ModelUpscale_UpscaleModelLoader.model_name": { setting: "enlarger" },
    });
  });

  it("decodes a latent first", () => {
    expect(scaled(latent, model).graph).toEqual({
      VAEDecode: node("VAEDecode", { samples: ["Sampler", 0], vae: ["Loader", 2] }),
      ...group(["VAEDecode", 0]),
    });
  });
});

it.each<[string, WorkflowDraft, object]>([
  ["of an image", image, { width: 10, height: 20 }],
  ["of a latent, which has whole cells of 8 pixels", latent, { width: 8, height: 16 }],
])("sets the draft's size %s, and adds no origins unless they are given", (_what, given, size) => {
  const method = { kind: "interpolation", method: "area" } as const;
  const draft = edit(given, (graph) => scalePrimary(graph, { prefix: "P", method, width: 10, height: 20 }));
  expect([draft.size, draft.origins]).toEqual([size, {}]);
});

it.each([
  [2, { width: 202, height: 66 }],
  [1.5, { width: 151, height: 49 }],
  [0.001, { width: 1, height: 1 }],
])("a size times %d is rounded down", (scale, expected) => {
  expect(scaleSize({ width: 101, height: 33 }, scale)).toEqual(expected);
});
