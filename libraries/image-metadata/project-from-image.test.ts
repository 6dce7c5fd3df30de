// Which metadata of an image is imported, and the project that each kind becomes.

import { describe, expect, it } from "vitest";
import type { ProjectRecord } from "./project/project-record.js";
import type { ImageMetadata } from "./image-metadata.js";
import { metadataKindsIn, projectFromImage } from "./project-from-image.js";
import type { ImportedProject } from "./project/project.js";

const noMetadata: ImageMetadata = { format: "png", width: 8, height: 8, texts: {}, notes: [] };
const record: ProjectRecord = {
  version: 1,
  workflow: "txt2img",
  params: { prompt: "a {red|blue} fox", negative: "", seed: "3", batchSize: 3, batchIndex: 2, steps: 4 },
  features: [{ id: "freeu", settings: { b1: 1 } }],
  prompt: { positive: "a blue fox", negative: "" },
  seed: "18446744073709551615",
  batch: 0,
  index: 1,
  place: 1,
  plugins: {},
  backend: { name: "b", kind: "embedded", version: "1" },
};
const smproj = JSON.stringify({ Version: 2, ProjectType: "TextToImage", State: {} });
const parameters = "a fox\nNegative prompt: fog\nSteps: 20, Sampler: Euler a, Seed: 7";

function importFrom(metadata: Partial<ImageMetadata>, only?: ImportedProject["kind"]): ImportedProject {
  const result = projectFromImage({ ...noMetadata, ...metadata }, "/a.png", only);
  if ("project" in result) return result.project;
  throw new Error(result.refusal.reason);
}
const importText = (text: string): ImportedProject => importFrom({ parameters: text });

describe("the kind of metadata that is imported", () => {
  const all = { record, smproj, parameters, prompt: "{}" };
  it.each([
    ["the record of Pictor first", all, undefined, "record"],
    [
      "then a project of Stability Matrix",
      { smproj, parameters, prompt: "{}" },
      undefined,
      "stability-matrix",
    ],
    ["then the parameters text", { parameters, prompt: "{}" }, undefined, "parameters"],
    ["then the graph in API format", { prompt: "{}" }, undefined, "comfy"],
    ["or the graph of the editor", { workflow: "{}" }, undefined, "comfy"],
    ["the kind that is asked for", all, "parameters", "parameters"],
    ["no parameters text without settings", { parameters: "made by hand", prompt: "{}" }, undefined, "comfy"],
  ] as const)("%s", (_name, metadata, only, kind) => {
    expect(importFrom(metadata, only).kind).toBe(kind);
  });

  it("lists the kinds in order of preference", () => {
    expect(metadataKindsIn({ ...noMetadata, ...all })).toEqual([
      "record",
      "stability-matrix",
      "parameters",
      "comfy",
    ]);
  });

  it("skips a project that cannot be used, and notes it", () => {
    const project = importFrom({ smproj: '{"Version": 1}', parameters });
    expect(project.kind).toBe("parameters");
    expect(project.notes).toEqual([expect.stringContaining("has version 1") as string]);
  });

  it.each([
    ["an image without metadata", {}, undefined, "has no generation metadata", "the record of Pictor"],
    [
      "an image with metadata of other kinds",
      { parameters },
      "record",
      "does not hold the record of Pictor",
      "(parameters)",
    ],
    [
      "an image with notes, and repeats these",
      { notes: ["Broken."] },
      undefined,
      "its metadata could not be read",
      "Broken.",
    ],
  ] as const)("refuses %s", (_name, metadata, only, reason, advice) => {
    const result = projectFromImage({ ...noMetadata, ...metadata }, "/a.png", only);
    expect(result).toEqual({
      refusal: {
        reason: expect.stringContaining(reason) as string,
        advice: expect.stringContaining(advice) as string,
      },
    });
  });

  it("names the image itself as the graph file of the workflow custom", () => {
    expect(importFrom({ prompt: "{}" })).toMatchObject({ workflow: "custom", params: { graph: "/a.png" } });
  });
});

describe("the record of Pictor", () => {
  it("is imported with the seed, the prompt and the batch index of the image", () => {
    expect(importFrom({ record })).toEqual({
      kind: "record",
      workflow: "txt2img",
      params: { ...record.params, prompt: "a blue fox", seed: "18446744073709551615" },
      features: record.features,
      count: 1,
      notes: [],
    });
  });
  it("gets no seed and no prompt when the settings have none", () => {
    const params = { graph: "g.json" };
    expect(importFrom({ record: { ...record, params } }).params).toEqual(params);
  });
});

describe("the parameters text", () => {
  it("becomes settings of txt2img, with LoRA tags still in the prompt", () => {
    const text = [
      "a fox <lora:detail:0.8>",
      "Negative prompt: fog",
      "Steps: 30, Sampler: DPM++ 2M, Schedule type: Karras, CFG scale: 6.5, Seed: 18446744073709551615, Size: 512x768, Model: dream, VAE: soft.pt, Clip skip: 2, Distilled CFG Scale: 3.5",
    ].join("\n");
    expect(importText(text)).toEqual({
      kind: "parameters",
      workflow: "txt2img",
      params: {
        prompt: "a fox <lora:detail:0.8>",
        negative: "fog",
        seed: "18446744073709551615",
        steps: 30,
        cfg: 6.5,
        sampler: "dpmpp_2m",
        scheduler: "karras",
        width: 512,
        height: 768,
        model: "dream",
        vae: "soft.pt",
        clipSkip: 2,
        guidance: 3.5,
      },
      features: [],
      count: 1,
      notes: [],
    });
  });

  it.each([
    [
      "a model",
      "Hires upscaler: 4x-UltraSharp, Hires upscale: 1.5, Hires steps: 10",
      { scale: 1.5, model: "4x-UltraSharp", steps: 10 },
    ],
    [
      "a latent method",
      "Hires upscaler: Latent (nearest-exact), Hires upscale: 2",
      { scale: 2, method: "nearest-exact", steps: 20 },
    ],
    ["a size", "Hires resize: 128x96, Hires upscaler: Latent", { scale: 2, method: "bilinear", steps: 20 }],
    [
      "a sampler with a schedule of its own",
      "Hires upscale: 2, Hires sampler: DPM++ 2M, Hires schedule type: Karras",
      { scale: 2, steps: 20, sampler: "dpmpp_2m", scheduler: "karras" },
    ],
    [
      "a sampler, and the schedule of the first pass",
      "Schedule type: Exponential, Hires upscale: 2, Hires sampler: DPM++ 2M, Hires schedule type: Use same scheduler",
      { scale: 2, steps: 20, sampler: "dpmpp_2m", scheduler: "exponential" },
    ],
    [
      "a schedule, and the sampler of the first pass",
      "Hires upscale: 2, Hires schedule type: SGM Uniform",
      { scale: 2, steps: 20, scheduler: "sgm_uniform" },
    ],
    [
      "a sampler of the AI Horde",
      "Hires upscale: 2, Hires sampler: k_dpmpp_2s_a",
      { scale: 2, steps: 20, sampler: "dpmpp_2s_ancestral", scheduler: "normal" },
    ],
    ["the same sampler", "Hires upscale: 2, Hires sampler: Use same sampler", { scale: 2, steps: 20 }],
    ["no steps of its own", "Hires upscale: 2, Hires steps: 0", { scale: 2, steps: 20 }],
  ])("becomes the feature hires-fix: second pass with %s", (_name, fields, settings) => {
    const { features, notes } = importText(`a\nSteps: 20, Size: 64x48, Denoising strength: 0.4, ${fields}`);
    expect(features).toEqual([{ id: "hires-fix", settings: { ...settings, denoise: 0.4 } }]);
    expect(notes).toEqual([]);
  });

  it.each([
    ["k_euler_a", "euler_ancestral"],
    ["k_dpmpp_2s_a", "dpmpp_2s_ancestral"],
    ["k_lms", "lms"],
    ["Some Other (RK2)", "Some Other (RK2)"],
  ])("of a client of the AI Horde has the sampler %s, and a model in lower case", (name, sampler) => {
    const { params, notes } = importText(
      `a fox\nSteps: 4, Sampler: ${name}, Seed: 3,Size: 8x8, model: dream`,
    );
    expect(params).toMatchObject({ sampler, scheduler: "normal", seed: "3", width: 8, model: "dream" });
    expect(notes).toEqual([]);
  });

  it("has no setting for a field without a value", () => {
    const { params, notes } = importText("a fox\nSteps: 20, Sampler: , Seed: 0, Model: , VAE: , Version:");
    expect(params).toEqual({ prompt: "a fox", negative: "", steps: 20, seed: "0" });
    expect(notes).toEqual([]);
  });

  it("has text that stays text: it is escaped, and a network without a counterpart is left out with a note", () => {
    const { params, notes } = importText(
      "a girl, #1 {{best}}, <hypernet:foo:1>\nNegative prompt: {x|y}, __z__\nSteps: 20",
    );
    expect(params).toMatchObject({ prompt: "a girl, \\#1 \\{\\{best\\}\\}", negative: "\\{x|y\\}, \\__z__" });
    expect(notes).toEqual(["Left out, because Pictor has no network of this type: <hypernet:foo:1>."]);
  });

  it.each([
    ["a field without a setting", "Steps: 4, Version: 1.2, Ensd: 31337", "Version, Ensd."],
    ["a seed below zero", "Steps: 4, Seed: -1", 'found "-1"'],
    ["a sampler that is not told", "Steps: 4, Sampler: Undefined", 'found "Undefined"'],
    ["a size in words", "Steps: 4, Size: large", 'found "large"'],
    ["a denoising strength without its start image", "Steps: 4, Denoising strength: 0.4", "workflow img2img"],
  ])("notes %s", (_name, fields, text) => {
    expect(importText(`a\n${fields}`).notes).toEqual([expect.stringContaining(text) as string]);
  });
});
