// The ways in which clients write the name of a model, and upscalers.

import { describe, expect, it } from "vitest";
import { listedFiles, matchName, modelName } from "./match-name.js";
import { modelSetting, moduleSettings } from "./models.js";
import { upscalerOf } from "./upscalers.js";

const files = [
  "sd15.safetensors",
  "xl/base 1.0.safetensors",
  "xl\\refine.ckpt",
  "old/sd15.ckpt",
  "v1-5.ckpt",
];

describe("a model", () => {
  it.each([
    ["sd15.safetensors", "sd15.safetensors"],
    ["sd15.safetensors [6ce0161689]", "sd15.safetensors"],
    ["xl/base 1.0.safetensors", "xl/base 1.0.safetensors"],
    ["xl\\base 1.0.safetensors [0123456789]", "xl/base 1.0.safetensors"],
    ["xl/base 1.0", "xl/base 1.0.safetensors"],
    ["xl_base 1.0", "xl/base 1.0.safetensors"],
    ["base 1.0", "xl/base 1.0.safetensors"],
    ["BASE 1.0", "xl/base 1.0.safetensors"],
    ["/home/me/models/xl/refine.ckpt", "xl\\refine.ckpt"],
    ["v1-5", "v1-5.ckpt"],
    ["sd15", "sd15.safetensors"],
  ])("%s is %s", (name, file) => {
    expect(matchName(files, name)).toBe(file);
  });

  it("that is unknown, or several, is none", () => {
    expect(matchName(files, "sd16")).toBeUndefined();
    expect(matchName(["a/x.ckpt", "b/x.ckpt"], "x")).toBeUndefined();
    expect(matchName(files, "")).toBeUndefined();
  });

  const twins = [...files, "4x.pth", "4x.safetensors", "a_b.ckpt", "a/b.ckpt", "A/B.safetensors"];
  it.each([
    ["files", files],
    ["files of which some share a name", twins],
  ])("of %s is found by its name in the list", (_what, all) => {
    const listed = listedFiles(all, modelName);
    expect(new Set(listed.map(({ name }) => name)).size).toBe(all.length);
    for (const { file, name } of listed) expect(matchName(all, name)).toBe(file);
  });
  it("has its path in the list only if another has the same name", () => {
    const listed = listedFiles(["x/4x.pth", "4x.pth", "4y.pth"], (file) => file.replace(/^.*\/|\.pth$/g, ""));
    expect(listed.map(({ name }) => name)).toEqual(["x/4x.pth", "4x.pth", "4y"]);
  });

  it("is a checkpoint, or a diffusion model", () => {
    const both = { checkpoints: ["a.ckpt"], diffusionModels: ["flux/dev.safetensors", "a.safetensors"] };
    expect(modelSetting("a", both, "x")).toEqual({ model: "a.ckpt" });
    expect(modelSetting("dev", both, "x")).toEqual({ diffusionModel: "flux/dev.safetensors" });
    expect(() => modelSetting("deb", both, "x")).toThrow('The field x names the model "deb"');
  });

  it("of Forge has modules: one VAE, and four text encoders", () => {
    const some = { vaes: ["ae.sft", "b.pt"], encoders: ["t5.safetensors", "clip_l.safetensors"] };
    expect(moduleSettings(["/m/VAE/ae.sft", "clip_l", "t5", "b"], some, "x")).toEqual({
      settings: { vae: "ae.sft", encoder1: "clip_l.safetensors", encoder2: "t5.safetensors" },
      notes: [{ field: "x", message: expect.stringContaining("The module b.pt had no effect") }],
    });
  });
});

describe("an upscaler", () => {
  const models = ["4x-UltraSharp.pth", "esrgan/ESRGAN_4x.pth"];
  it.each([
    ["Latent", { method: "bilinear" }, 0],
    ["Latent (bicubic)", { method: "bicubic" }, 0],
    ["latent (nearest-exact)", { method: "nearest-exact" }, 0],
    ["Latent (antialiased)", { method: "bilinear" }, 1],
    ["Lanczos", { method: "lanczos" }, 0],
    ["4x-UltraSharp", { model: "4x-UltraSharp.pth" }, 0],
    ["ESRGAN_4x", { model: "esrgan/ESRGAN_4x.pth" }, 0],
  ])("%s", (name, settings, notes) => {
    const found = upscalerOf(name, models, "hr_upscaler");
    expect([found.settings, found.notes.length]).toEqual([settings, notes]);
  });

  it("that means several files is refused, and the error names them", () => {
    const both = ["4x.pth", "4x.safetensors", "4y.pth"];
    expect(() => upscalerOf("4x", both, "hr_upscaler")).toThrow(
      'The field hr_upscaler names the upscaler "4x", which means several files: 4x.pth, 4x.safetensors.',
    );
  });

  it("that is unknown is refused", () => {
    expect(() => upscalerOf("R-ESRGAN 4x+", models, "hr_upscaler")).toThrow("names the upscaler");
    expect(() => upscalerOf("constructor", models, "hr_upscaler")).toThrow("names the upscaler");
  });
});
