// The `parameters` text of an output.

import { describe, expect, it } from "vitest";
import { params, prompt, seed } from "./testing/outputs.js";
import { formatOutputParameters } from "./output-parameters.js";

const lineOf = (settings: object, features: readonly { id: string; settings: object }[] = []) =>
  formatOutputParameters({ prompt: { positive: "", negative: "" }, seed: 1n, place: 2 }, {
    params: settings,
    features,
  } as Parameters<typeof formatOutputParameters>[1]);

it("has the format that other programs read", () => {
  expect(formatOutputParameters({ prompt, seed }, { params, features: [] })).toBe(
    [
      "a lighthouse",
      "Negative prompt: fog",
      "Steps: 20, Sampler: DPM++ 2M Karras, CFG scale: 6.5, Seed: 18446744073709551615, Size: 768x512, Model: base 1.0",
    ].join("\n"),
  );
});

it.each([
  ["no negative prompt", { positive: "a", negative: "" }, {}, "a\nSeed: 1"],
  ["no prompt at all", { positive: "", negative: "" }, { steps: 4 }, "Steps: 4, Seed: 1"],
  ["settings of other types", { positive: "a", negative: "" }, { steps: "x", model: 3 }, "a\nSeed: 1"],
  ["a width without height", { positive: "a", negative: "" }, { width: 8 }, "a\nSeed: 1"],
  ["a comma in a name", { positive: "a", negative: "" }, { model: "x, y.ckpt" }, 'a\nSeed: 1, Model: "x, y"'],
  ["a Windows path", { positive: "a", negative: "" }, { model: "sd\\v1.5.pt" }, "a\nSeed: 1, Model: v1.5"],
])("is right with %s", (_situation, texts, settings, expected) => {
  expect(formatOutputParameters({ prompt: texts, seed: 1n }, { params: settings, features: [] })).toBe(
    expected,
  );
});

describe("the settings", () => {
  it.each([
    ["a diffusion model", { diffusionModel: "flux/dev.gguf" }, "Seed: 1, Model: dev"],
    ["a VAE with its file extension", { vae: "a/ae.safetensors" }, "Seed: 1, VAE: ae.safetensors"],
    ["clip skip", { clipSkip: 2 }, "Seed: 1, Clip skip: 2"],
    ["no clip skip", { clipSkip: 1 }, "Seed: 1"],
    ["a denoise of 1", { denoise: 1 }, "Seed: 1"],
    ["a denoise of 1 with a start image", { denoise: 1, image: "a.png" }, "Seed: 1, Denoising strength: 1"],
    ["a denoise below 1", { denoise: 0.55 }, "Seed: 1, Denoising strength: 0.55"],
    ["embedded guidance", { cfg: 5, guidance: 3.5 }, "CFG scale: 1, Distilled CFG Scale: 3.5, Seed: 1"],
    ["no embedded guidance", { cfg: 5, guidance: 0 }, "CFG scale: 5, Seed: 1"],
    ["a batch", { batchSize: 4, batchIndex: 0 }, "Seed: 1, Batch size: 4, Batch pos: 2"],
    ["one of a batch", { batchSize: 4, batchIndex: 2 }, "Seed: 1, Batch size: 4, Batch pos: 1"],
    [
      "a refiner",
      { steps: 20, refiner: "xl/refine.safetensors", refinerSteps: 10 },
      "Steps: 30, Seed: 1, Refiner: refine, Refiner switch at: 0.6667",
    ],
    ["no refiner", { steps: 20, refinerSteps: 10 }, "Steps: 20, Seed: 1"],
  ])("%s", (_situation, settings, expected) => {
    expect(lineOf(settings)).toBe(expected);
  });

  it.each([
    [
      "scales the latent",
      { scale: 2, method: "nearest-exact", steps: 15, denoise: 0.7 },
      "Seed: 1, Denoising strength: 0.7, Hires upscale: 2, Hires steps: 15, Hires upscaler: Latent (nearest-exact)",
    ],
    [
      "has a model and a sampler of its own",
      {
        scale: 1.5,
        model: "up/4x.pth",
        steps: 5,
        denoise: 0.3,
        cfg: 4,
        sampler: "euler",
        scheduler: "simple",
      },
      "Seed: 1, Denoising strength: 0.3, Hires upscale: 1.5, Hires steps: 5, Hires upscaler: 4x, Hires sampler: Euler Simple, Hires CFG Scale: 4",
    ],
  ])("a second pass that %s", (_situation, settings, expected) => {
    expect(lineOf({ denoise: 1 }, [{ id: "hires-fix", settings }])).toBe(expected);
  });

  it("guidance that a feature embeds", () => {
    expect(lineOf({ cfg: 5 }, [{ id: "flux-guidance", settings: { guidance: 2.5 } }])).toBe(
      "CFG scale: 1, Distilled CFG Scale: 2.5, Seed: 1",
    );
  });

  it("the size of the image if the settings have none", () => {
    const header = { width: 1024, height: 640, isAnimated: false };
    const made = { params: {}, features: [] };
    expect(formatOutputParameters({ prompt, seed: 1n }, made, header)).toMatch(/\nSeed: 1, Size: 1024x640$/);
    expect(formatOutputParameters({ prompt, seed: 1n }, { ...made, params }, header)).toMatch(
      /Size: 768x512/,
    );
  });
});
