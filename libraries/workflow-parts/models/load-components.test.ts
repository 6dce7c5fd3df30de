// Model components of one family: which files of the backend are chosen, and when the catalog is requested.

import { emptyDraft } from "@pictor/kernel/plugin";
import type { Catalog, NodeClass } from "@pictor/kernel/plugin";
import { describe, expect, it, vi } from "vitest";
import { node } from "../testing/node.js";
import { resolveComponentFiles, loadComponents, type ModelComponents } from "./load-components.js";

const components: ModelComponents = {
  diffusionModel: ["t2v", "wan2_1", "wan"],
  encoderType: "wan",
  encoders: [["umt5"], ["clip_l"]],
  vae: ["wan_2_1_vae", "wan"],
  shift: "ModelSamplingSD3",
};

const catalogOffering = (files: Readonly<Record<string, readonly string[]>>): Catalog =>
  new Map(
    Object.entries(files).map(([key, options]) => {
      const [name = "", input = ""] = key.split(".");
      return [name, { name, inputs: [{ name: input, options }] } as unknown as NodeClass];
    }),
  );
const resolveFrom = (files: Readonly<Record<string, readonly string[]>>) =>
  resolveComponentFiles({ weightDtype: "default" }, components, () =>
    Promise.resolve(catalogOffering(files)),
  );

describe("a file that the user does not name", () => {
  it.each<[string, readonly string[], string]>([
    [
      "by the most specific name",
      ["flux.safetensors", "wan2.1_i2v.safetensors", "wan2.1_t2v.safetensors"],
      "wan2.1_t2v.safetensors",
    ],
    ["by a more general name", ["flux.safetensors", "Wan2.1-14B.safetensors"], "Wan2.1-14B.safetensors"],
    ["as the only file on offer", ["mine.safetensors"], "mine.safetensors"],
    ["by no name among several", ["flux.safetensors", "sdxl.safetensors"], "wan"],
    ["by no name on an empty backend", [], "wan"],
  ])("is chosen %s", async (_situation, models, expected) => {
    expect((await resolveFrom({ "UNETLoader.unet_name": models })).diffusionModel).toBe(expected);
  });

  it("may be a GGUF file", async () => {
    const files = {
      "UNETLoader.unet_name": ["flux.safetensors"],
      "UnetLoaderGGUF.unet_name": ["wan-t2v.gguf"],
    };
    expect((await resolveFrom(files)).diffusionModel).toBe("wan-t2v.gguf");
  });

  it("is chosen for each component", async () => {
    const files = {
      "CLIPLoader.clip_name": ["clip_l.safetensors", "umt5_xxl_fp8.safetensors"],
      "VAELoader.vae_name": ["ae.safetensors", "wan_2.1_vae.safetensors"],
    };
    expect(await resolveFrom(files)).toEqual({
      diffusionModel: "wan",
      encoders: ["umt5_xxl_fp8.safetensors", "clip_l.safetensors"],
      vae: "wan_2.1_vae.safetensors",
    });
  });
});

it("requests the catalog only when a file is left open", async () => {
  const catalog = vi.fn(() => Promise.resolve(catalogOffering({})));
  const all = { diffusionModel: "m", encoder1: "a", encoder2: "b", vae: "v", weightDtype: "default" };
  expect(await resolveComponentFiles(all, components, catalog)).toEqual({
    diffusionModel: "m",
    encoders: ["a", "b"],
    vae: "v",
  });
  expect(catalog).not.toHaveBeenCalled();
  const { encoder2: _, ...open } = all;
  expect((await resolveComponentFiles(open, components, catalog)).encoders).toEqual(["a", "clip_l"]);
  expect(catalog).toHaveBeenCalledOnce();
});

it("loads the components, keeps the original cursors, and records the files that it chose", () => {
  const files = { diffusionModel: "m", encoders: ["a", "b"], vae: "v" };
  const draft = loadComponents(emptyDraft, files, components, {
    weightDtype: "fp8_e5m2",
    shift: 8,
    encoder1: "a",
  });
  expect(draft.graph).toEqual({
    UNETLoader: node("UNETLoader", { unet_name: "m", weight_dtype: "fp8_e5m2" }),
    ModelSamplingSD3: node("ModelSamplingSD3", { model: ["UNETLoader", 0], shift: 8 }),
    DualCLIPLoader: node("DualCLIPLoader", { clip_name1: "a", clip_name2: "b", type: "wan" }),
    VAELoader: node("VAELoader", { vae_name: "v" }),
  });
  const cursors = { model: ["ModelSamplingSD3", 0], clip: ["DualCLIPLoader", 0], vae: ["VAELoader", 0] };
  expect([draft.anchors, draft.cursors]).toEqual([cursors, { original: cursors }]);
  expect(draft.chosenParams).toEqual({ diffusionModel: "m", encoder2: "b", vae: "v" });
});
