// Which of a picture's records counts, and what each becomes.

import { describe, expect, it } from "vitest";
import type { ProjectRecord } from "../record.js";
import type { PictureMetadata } from "../types.js";
import { kindsOf, requestFrom } from "./request-from.js";
import type { AgainRequest } from "./types.js";

const plain: PictureMetadata = { format: "png", width: 8, height: 8, texts: {}, notes: [] };
const record: ProjectRecord = {
  version: 1,
  workflow: "txt2img",
  params: { prompt: "a {red|blue} fox", negative: "", seed: "3", batchSize: 3, batchIndex: 2, steps: 4 },
  features: [{ id: "freeu", settings: { b1: 1 } }],
  prompt: { positive: "a blue fox", negative: "" },
  seed: "18446744073709551615",
  ...{ batch: 0, index: 1, place: 1 },
  plugins: {},
  backend: { name: "b", kind: "embedded", version: "1" },
};
const smproj = JSON.stringify({ Version: 2, ProjectType: "TextToImage", State: {} });
const parameters = "a fox\nNegative prompt: fog\nSteps: 20, Sampler: Euler a, Seed: 7";

function taken(metadata: Partial<PictureMetadata>, only?: AgainRequest["kind"]): AgainRequest {
  const again = requestFrom({ ...plain, ...metadata }, "/a.png", only);
  if ("request" in again) return again.request;
  throw new Error(again.refusal.reason);
}
const fromText = (text: string): AgainRequest => taken({ parameters: text });

describe("the choice of a record", () => {
  const all = { record, smproj, parameters, prompt: "{}" };
  it.each([
    ["ours first", all, undefined, "record"],
    ["then the project", { smproj, parameters, prompt: "{}" }, undefined, "stability-matrix"],
    ["then the parameters", { parameters, prompt: "{}" }, undefined, "parameters"],
    ["then the graph", { prompt: "{}" }, undefined, "comfy"],
    ["the graph of the editor too", { workflow: "{}" }, undefined, "comfy"],
    ["the one that is asked for", all, "parameters", "parameters"],
    ["no description without settings", { parameters: "made by hand", prompt: "{}" }, undefined, "comfy"],
  ] as const)("%s", (_name, metadata, only, kind) => {
    expect(taken(metadata, only).kind).toBe(kind);
  });

  it("lists the kinds, best first", () => {
    expect(kindsOf({ ...plain, ...all })).toEqual(["record", "stability-matrix", "parameters", "comfy"]);
  });

  it("goes past a project that cannot be used, and says so", () => {
    const request = taken({ smproj: '{"Version": 1}', parameters });
    expect(request.kind).toBe("parameters");
    expect(request.notes).toEqual([expect.stringContaining("has version 1, and 2 is the least") as string]);
  });

  it.each([
    ["nothing", {}, undefined, "does not say how it was made", "Looked for were the record of Pictor"],
    ["another kind", { parameters }, "record", "does not hold the record of Pictor", "(parameters)"],
    ["what could not be read", { notes: ["Broken."] }, undefined, "does not say", "Broken."],
  ] as const)("refuses %s", (_name, metadata, only, reason, advice) => {
    const again = requestFrom({ ...plain, ...metadata }, "/a.png", only);
    expect(again).toEqual({
      refusal: {
        reason: expect.stringContaining(reason) as string,
        advice: expect.stringContaining(advice) as string,
      },
    });
  });

  it("gives a graph by the picture's path", () => {
    expect(taken({ prompt: "{}" })).toMatchObject({ workflow: "custom", params: { graph: "/a.png" } });
  });
});

describe("our record", () => {
  it("gives the one picture: its seed, its prompt, its place in the batch", () => {
    expect(taken({ record })).toEqual({
      kind: "record",
      workflow: "txt2img",
      params: { ...record.params, prompt: "a blue fox", seed: "18446744073709551615" },
      features: record.features,
      count: 1,
      notes: [],
    });
  });
  it("adds no seed and no prompt where the settings have none", () => {
    const params = { graph: "g.json" };
    expect(taken({ record: { ...record, params } }).params).toEqual(params);
  });
});

describe("the parameters text", () => {
  it("becomes settings of txt2img, networks still in the prompt", () => {
    const text = [
      "a fox <lora:detail:0.8>",
      "Negative prompt: fog",
      "Steps: 30, Sampler: DPM++ 2M, Schedule type: Karras, CFG scale: 6.5, Seed: 18446744073709551615, Size: 512x768, Model: dream, VAE: soft.pt, Clip skip: 2, Distilled CFG Scale: 3.5",
    ].join("\n");
    expect(fromText(text)).toEqual({
      kind: "parameters",
      workflow: "txt2img",
      params: {
        prompt: "a fox <lora:detail:0.8>",
        negative: "fog",
        seed: "18446744073709551615",
        ...{ steps: 30, cfg: 6.5, sampler: "dpmpp_2m", scheduler: "karras", width: 512, height: 768 },
        ...{ model: "dream", vae: "soft.pt", clipSkip: 2, guidance: 3.5 },
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
    ["no steps of its own", "Hires upscale: 2, Hires steps: 0", { scale: 2, steps: 20 }],
  ])("knows a second pass with %s", (_name, fields, settings) => {
    const { features, notes } = fromText(`a\nSteps: 20, Size: 64x48, Denoising strength: 0.4, ${fields}`);
    expect(features).toEqual([{ id: "hires-fix", settings: { ...settings, denoise: 0.4 } }]);
    expect(notes).toEqual([]);
  });

  it.each([
    [
      "a field that nothing stands for",
      "Steps: 4, Version: 1.2, Ensd: 31337",
      "no setting stands for it: Version, Ensd.",
    ],
    ["a seed below zero", "Steps: 4, Seed: -1", 'found "-1"'],
    ["a size in words", "Steps: 4, Size: large", 'found "large"'],
    ["strength without a picture", "Steps: 4, Denoising strength: 0.4", "see the workflow img2img"],
  ])("notes %s", (_name, fields, said) => {
    expect(fromText(`a\n${fields}`).notes).toEqual([expect.stringContaining(said) as string]);
  });
});
