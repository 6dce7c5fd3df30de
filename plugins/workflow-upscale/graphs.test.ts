// The whole graph of the workflow `upscale` for each combination of settings.

import type { Params } from "@pictor/kernel/plugin";
import { createTemplateHarness, node } from "@pictor/workflow-parts/testing";
import { afterAll, describe, expect, it } from "vitest";

const stage = await createTemplateHarness([import.meta.dirname], { "a.png": { width: 33, height: 21 } });
afterAll(() => stage.dispose());

const request = (params: Params = {}) => ({
  workflow: "upscale",
  params: { image: stage.path("a.png"), ...params },
});
const build = (params?: Params) => stage.build(request(params));

/** The graph without LoadImage and SaveImage, which every graph has, and the link that SaveImage saves. */
async function scalingNodes(params: Params) {
  const { LoadImage, SaveImage, ...graph } = (await build(params)).graph;
  expect([LoadImage?.class_type, SaveImage?.class_type]).toEqual(["LoadImage", "SaveImage"]);
  return { graph, saved: SaveImage?.inputs["images"] };
}
const toSize = (width: number, height: number) => ({ width, height, crop: "disabled" });
const byModel = (width: number, height: number) => ({
  Upscale_ModelUpscale_UpscaleModelLoader: node("UpscaleModelLoader", { model_name: "4x.pth" }),
  Upscale_ModelUpscale_ImageUpscaleWithModel: node("ImageUpscaleWithModel", {
    upscale_model: ["Upscale_ModelUpscale_UpscaleModelLoader", 0],
    image: ["LoadImage", 0],
  }),
  Upscale_ImageScale: node("ImageScale", {
    image: ["Upscale_ModelUpscale_ImageUpscaleWithModel", 0],
    upscale_method: "bilinear",
    ...toSize(width, height),
  }),
});

describe("the graph", () => {
  it("for the defaults interpolates to twice the size", async () => {
    const draft = await build();
    const [input] = draft.inputs;
    expect(draft.graph).toEqual({
      LoadImage: node("LoadImage", { image: input?.name }),
      Upscale_ImageUpscale: node("ImageScale", {
        image: ["LoadImage", 0],
        upscale_method: "nearest-exact",
        ...toSize(66, 42),
      }),
      SaveImage: node("SaveImage", { images: ["Upscale_ImageUpscale", 0], filename_prefix: "Pictor" }),
    });
    expect([draft.outputs, draft.inputs.length, draft.size]).toEqual([
      ["SaveImage"],
      1,
      { width: 66, height: 42 },
    ]);
  });

  it("with an upscale model scales its output to the target, each side rounded down", async () => {
    expect(await scalingNodes({ model: "4x.pth", scale: 1.5 })).toEqual({
      graph: byModel(49, 31),
      saved: ["Upscale_ImageScale", 0],
    });
  });

  it("with an upscale model at scale 1 keeps the image's size", async () => {
    expect((await scalingNodes({ model: "4x.pth", scale: 1 })).graph).toEqual(byModel(33, 21));
  });

  it("sharpens after scaling", async () => {
    const sharpening = { sharpen: true, sharpenRadius: 2, sharpenSigma: 0.5, sharpenAlpha: 3 };
    expect(await scalingNodes({ scale: 3, method: "lanczos", ...sharpening })).toEqual({
      graph: {
        Upscale_ImageUpscale: node("ImageScale", {
          image: ["LoadImage", 0],
          upscale_method: "lanczos",
          ...toSize(99, 63),
        }),
        Sharpen: node("ImageSharpen", {
          image: ["Upscale_ImageUpscale", 0],
          sharpen_radius: 2,
          sigma: 0.5,
          alpha: 3,
        }),
      },
      saved: ["Sharpen", 0],
    });
  });

  it("with scale 1 and no upscale model scales nothing", async () => {
    expect(await scalingNodes({ scale: 1 })).toEqual({ graph: {}, saved: ["LoadImage", 0] });
  });
});

it("records the setting behind each input", async () => {
  const { origins } = await build({ model: "4x.pth", sharpen: true });
  expect(origins).toEqual({
    "LoadImage.image": { setting: "image" },
    "Upscale_ModelUpscale_UpscaleModelLoader.model_name": { setting: "model" },
    "Upscale_ImageScale.width": { setting: "scale" },
    "Upscale_ImageScale.height": { setting: "scale" },
    "Sharpen.sharpen_radius": { setting: "sharpenRadius" },
    "Sharpen.sigma": { setting: "sharpenSigma" },
    "Sharpen.alpha": { setting: "sharpenAlpha" },
  });
});

it("names the image that cannot be read", async () => {
  await expect(build({ image: "/nowhere/a.png" })).rejects.toMatchObject({
    code: "INPUT_NOT_READABLE",
    details: { filename: "/nowhere/a.png" },
  });
});
