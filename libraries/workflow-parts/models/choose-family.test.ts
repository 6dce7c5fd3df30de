// The family that a file name indicates, the family that settings choose, and the file that a short name matches.

import type { Catalog } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { chooseFamily, customFamily, resolveFamilyFiles } from "./choose-family.js";
import { detectFamily } from "./detect-family.js";
import { families, type FamilyId, type ModelFamily } from "./families.js";
import { matchFileName } from "./offered-files.js";

it.each<[string, FamilyId]>([
  ["flux1-dev.safetensors", "flux"],
  ["FLUX1-schnell-fp8.safetensors", "flux"],
  ["fluxmania_v2.gguf", "flux"],
  ["flux1-dev-2024.safetensors", "flux"],
  ["flux-24gb.safetensors", "flux"],
  ["flux2-dev.safetensors", "flux2"],
  ["flux-2-klein-4b.safetensors", "flux2"],
  ["Flux_2_klein_9b.gguf", "flux2"],
  ["flux.2-dev.safetensors", "flux2"],
  ["z_image_bf16.safetensors", "z-image"],
  ["Z-Image-base.safetensors", "z-image"],
  ["zimage.gguf", "z-image"],
  ["z_image_turbo_bf16.safetensors", "z-image-turbo"],
  ["turbo-zimage.safetensors", "z-image-turbo"],
  ["anima.safetensors", "anima"],
  ["my_anima-preview2.safetensors", "anima"],
  ["anima2.safetensors", "anima"],
  ["animagine-xl-4.0.safetensors", "custom"],
  ["proanima.safetensors", "custom"],
  ["hidream_i1_full_fp16.safetensors", "hidream"],
  ["flux/qwen_image.safetensors", "custom"],
  ["models\\flux\\flux1-dev.safetensors", "flux"],
  ["wan2.1_t2v.safetensors", "custom"],
  ["", "custom"],
])("the family detected from a file name of %s is %s", (name, family) => {
  expect(detectFamily(name)).toBe(family);
});

describe("the chosen family", () => {
  it.each<[string, Parameters<typeof chooseFamily>[0], FamilyId]>([
    ["is checkpoint for a checkpoint of any name", { family: "auto" }, "checkpoint"],
    [
      "is detected from the name of a diffusion model",
      { family: "auto", diffusionModel: "flux2-dev" },
      "flux2",
    ],
    [
      "is the one that the user sets, whatever the file name indicates",
      { family: "anima", diffusionModel: "flux2-dev" },
      "anima",
    ],
    ["may be another one for a checkpoint", { family: "flux" }, "flux"],
  ])("%s", (_situation, settings, id) => {
    expect(chooseFamily(settings, "txt2img").id).toBe(id);
  });

  it.each([
    ["flux-2-klein-9b", "qwen_3_8b"],
    ["flux-2-klein-4b", "qwen_3_4b"],
    ["flux2-dev", "mistral"],
    ["flux2", "qwen_3_4b"],
  ])("for the model %s uses the text encoder %s", (diffusionModel, encoder) => {
    expect(chooseFamily({ family: "auto", diffusionModel }, "txt2img").encoders).toEqual([encoder]);
  });

  it("takes the encoder type from the user", () => {
    const settings = { family: "flux", diffusionModel: "flux1", encoderType: "chroma" } as const;
    expect(chooseFamily(settings, "txt2img")).toEqual({ ...families.flux, encoderType: "chroma" });
  });

  it.each([
    ["stable_diffusion", "EmptyLatentImage", "sampler", undefined, "ModelSamplingSD3"],
    ["lumina2", "EmptySD3LatentImage", "sampler", undefined, "ModelSamplingAuraFlow"],
    ["flux2", "EmptyFlux2LatentImage", "guider", undefined, "ModelSamplingSD3"],
    ["flux", "EmptySD3LatentImage", "guider", 3.5, "ModelSamplingSD3"],
    ["qwen_image", "EmptySD3LatentImage", "guider", 3.5, "ModelSamplingAuraFlow"],
  ])(
    "for an unknown model with the encoder type %s is sampled like the family of that type",
    (type, latent, path, guidance, shift) => {
      const family: ModelFamily = customFamily(type);
      const { recommended } = family;
      expect([family.latent, family.path, recommended.guidance, family.shift?.class]).toEqual([
        ...[latent, path, guidance],
        shift,
      ]);
      expect([family.encoders, family.vae, family.shift?.value]).toEqual([[], undefined, undefined]);
    },
  );
});

describe("a short file name", () => {
  const offered = [
    "clip_l_hidream.sft",
    "sd/clip_l.safetensors",
    "my-t5xxl-fp16.gguf",
    "t5xxl_fp8.pt",
    "vae.pt",
  ];
  it.each([
    ["clip_l", "sd/clip_l.safetensors"],
    ["t5xxl", "my-t5xxl-fp16.gguf"],
    ["clip", "clip_l_hidream.sft"],
    ["ae", "ae"],
    ["llama", "llama"],
  ])("%s matches %s", (name, file) => {
    expect(matchFileName(name, offered)).toBe(file);
  });

  it("is looked up on the backend only when the user leaves a file open", async () => {
    const refuseCatalog = () => Promise.reject<Catalog>(new Error("the catalog was requested"));
    const complete = { family: "flux", diffusionModel: "f", encoder1: "a", encoder2: "b", vae: "v" } as const;
    expect(await resolveFamilyFiles(families.flux, complete, refuseCatalog)).toBe(families.flux);
    expect(await resolveFamilyFiles(families.flux, { family: "flux" }, refuseCatalog)).toBe(families.flux);
    const { vae: _vae, ...open } = complete;
    await expect(resolveFamilyFiles(families.flux, open, refuseCatalog)).rejects.toThrow("requested");
  });
});
