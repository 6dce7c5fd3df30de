// Which family the name of a file tells, and which file a plain name means.

import type { Catalog } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { chooseProfile, customProfile } from "./choose-profile.js";
import { pickFile, withOfferedFiles } from "./pick-file.js";
import { profileOf } from "./profile-of.js";
import { profiles, type ModelProfile, type ProfileId } from "./profiles.js";

describe("the family of a file's name", () => {
  it.each<[string, ProfileId]>([
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
  ])("%s is %s", (name, profile) => {
    expect(profileOf(name)).toBe(profile);
  });
});

describe("the profile", () => {
  it.each<[string, Parameters<typeof chooseProfile>[0], ProfileId]>([
    ["a checkpoint, whatever it is called", { profile: "auto" }, "checkpoint"],
    ["a diffusion model by its name", { profile: "auto", diffusionModel: "flux2-dev" }, "flux2"],
    ["what the person says, before the name", { profile: "anima", diffusionModel: "flux2-dev" }, "anima"],
    ["a checkpoint sampled as another family", { profile: "flux" }, "flux"],
  ])("is that of %s", (_what, settings, id) => {
    expect(chooseProfile(settings, "txt2img").id).toBe(id);
  });

  it.each([
    ["flux-2-klein-9b", "qwen_3_8b"],
    ["flux-2-klein-4b", "qwen_3_4b"],
    ["flux2-dev", "mistral"],
    ["flux2", "qwen_3_4b"],
  ])("of %s has the encoder %s", (diffusionModel, encoder) => {
    expect(chooseProfile({ profile: "auto", diffusionModel }, "txt2img").encoders).toEqual([encoder]);
  });

  it("takes the type of its encoders from the person", () => {
    const settings = { profile: "flux", diffusionModel: "flux1", encoderType: "chroma" } as const;
    expect(chooseProfile(settings, "txt2img")).toEqual({ ...profiles.flux, encoderType: "chroma" });
  });

  it.each([
    ["stable_diffusion", "EmptyLatentImage", "sampler", undefined, "ModelSamplingSD3"],
    ["lumina2", "EmptySD3LatentImage", "sampler", undefined, "ModelSamplingAuraFlow"],
    ["flux2", "EmptyFlux2LatentImage", "guider", undefined, "ModelSamplingSD3"],
    ["flux", "EmptySD3LatentImage", "guider", 3.5, "ModelSamplingSD3"],
    ["qwen_image", "EmptySD3LatentImage", "guider", 3.5, "ModelSamplingAuraFlow"],
  ])("of no family with the encoder type %s", (type, latent, path, guidance, shift) => {
    const profile: ModelProfile = customProfile(type);
    const { recommended } = profile;
    expect([profile.latent, profile.path, recommended.guidance, profile.shift?.class]).toEqual([
      ...[latent, path, guidance],
      shift,
    ]);
    expect([profile.encoders, profile.vae, profile.shift?.value]).toEqual([[], undefined, undefined]);
  });
});

describe("a plain name", () => {
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
  ])("%s means %s", (name, file) => {
    expect(pickFile(name, offered)).toBe(file);
  });

  it("is looked up only where the person leaves a file open", async () => {
    const unasked = () => Promise.reject<Catalog>(new Error("asked"));
    const complete = {
      profile: "flux",
      diffusionModel: "f",
      encoder1: "a",
      encoder2: "b",
      vae: "v",
    } as const;
    expect(await withOfferedFiles(profiles.flux, complete, unasked)).toBe(profiles.flux);
    expect(await withOfferedFiles(profiles.flux, { profile: "flux" }, unasked)).toBe(profiles.flux);
    const { vae: _vae, ...open } = complete;
    await expect(withOfferedFiles(profiles.flux, open, unasked)).rejects.toThrow("asked");
  });
});
