// Models of one family: which of the backend's files are taken, and when the backend is asked at all.

import { emptyDraft } from "@pictor/kernel/plugin";
import type { Catalog, NodeClass } from "@pictor/kernel/plugin";
import { describe, expect, it, vi } from "vitest";
import { familyFiles, loadFamily, type Family } from "./load-family.js";

const family: Family = {
  diffusionModel: ["t2v", "wan2_1", "wan"],
  encoderType: "wan",
  encoders: [["umt5"], ["clip_l"]],
  vae: ["wan_2_1_vae", "wan"],
  shift: "ModelSamplingSD3",
};

const offering = (files: Readonly<Record<string, readonly string[]>>): Catalog =>
  new Map(
    Object.entries(files).map(([place, options]) => {
      const [name = "", input = ""] = place.split(".");
      return [name, { name, inputs: [{ name: input, options }] } as unknown as NodeClass];
    }),
  );
const found = (files: Readonly<Record<string, readonly string[]>>) =>
  familyFiles({ weightDtype: "default" }, family, () => Promise.resolve(offering(files)));

describe("a file that nobody named", () => {
  it.each<[string, readonly string[], string]>([
    [
      "by its best name",
      ["flux.safetensors", "wan2.1_i2v.safetensors", "wan2.1_t2v.safetensors"],
      "wan2.1_t2v.safetensors",
    ],
    ["by another name", ["flux.safetensors", "Wan2.1-14B.safetensors"], "Wan2.1-14B.safetensors"],
    ["as the only one", ["mine.safetensors"], "mine.safetensors"],
    ["not at all among several", ["flux.safetensors", "sdxl.safetensors"], "wan"],
    ["not at all", [], "wan"],
  ])("is found %s", async (_name, models, expected) => {
    expect((await found({ "UNETLoader.unet_name": models })).diffusionModel).toBe(expected);
  });

  it("may be one for the loader of GGUF files", async () => {
    const files = {
      "UNETLoader.unet_name": ["flux.safetensors"],
      "UnetLoaderGGUF.unet_name": ["wan-t2v.gguf"],
    };
    expect((await found(files)).diffusionModel).toBe("wan-t2v.gguf");
  });

  it("is found for each slot", async () => {
    const files = {
      "CLIPLoader.clip_name": ["clip_l.safetensors", "umt5_xxl_fp8.safetensors"],
      "VAELoader.vae_name": ["ae.safetensors", "wan_2.1_vae.safetensors"],
    };
    expect(await found(files)).toEqual({
      diffusionModel: "wan",
      encoders: ["umt5_xxl_fp8.safetensors", "clip_l.safetensors"],
      vae: "wan_2.1_vae.safetensors",
    });
  });
});

it("asks the backend only where something is left open", async () => {
  const catalog = vi.fn(() => Promise.resolve(offering({})));
  const all = { diffusionModel: "m", encoder1: "a", encoder2: "b", vae: "v", weightDtype: "default" };
  expect(await familyFiles(all, family, catalog)).toEqual({
    diffusionModel: "m",
    encoders: ["a", "b"],
    vae: "v",
  });
  expect(catalog).not.toHaveBeenCalled();
  const { encoder2: _, ...open } = all;
  expect((await familyFiles(open, family, catalog)).encoders).toEqual(["a", "clip_l"]);
  expect(catalog).toHaveBeenCalledOnce();
});

it("loads them, and keeps the cursors as the original ones", () => {
  const files = { diffusionModel: "m", encoders: ["a", "b"], vae: "v" };
  const draft = loadFamily(emptyDraft, files, family, { weightDtype: "fp8_e5m2", shift: 8, encoder1: "a" });
  expect(draft.graph).toEqual({
    UNETLoader: { class_type: "UNETLoader", inputs: { unet_name: "m", weight_dtype: "fp8_e5m2" } },
    ModelSamplingSD3: { class_type: "ModelSamplingSD3", inputs: { model: ["UNETLoader", 0], shift: 8 } },
    DualCLIPLoader: {
      class_type: "DualCLIPLoader",
      inputs: { clip_name1: "a", clip_name2: "b", type: "wan" },
    },
    VAELoader: { class_type: "VAELoader", inputs: { vae_name: "v" } },
  });
  const cursors = { model: ["ModelSamplingSD3", 0], clip: ["DualCLIPLoader", 0], vae: ["VAELoader", 0] };
  expect([draft.anchors, draft.cursors]).toEqual([cursors, { original: cursors }]);
  expect(draft.chosen).toEqual({ diffusionModel: "m", encoder2: "b", vae: "v" });
});
