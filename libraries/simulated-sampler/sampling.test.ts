// The same inputs give the same bytes, and a change of any input changes them.
import { describe, expect, it } from "vitest";
import { type Raster, toRgb } from "@pictor/images";
import { decodeLatents } from "./latents/decode-latents.js";
import { emptyLatents, type LatentBatch } from "./latents/latent.js";
import { sampleLatents } from "./sampling/sample-latents.js";
import { samplerNames } from "./steps/samplers.js";
import type { SceneValues } from "./scene/parameters.js";
import { denoisedSigmas, schedulerNames, type SchedulerName } from "./steps/sigmas.js";
import { encodeText } from "./text/encode-text.js";

const defaults = {
  text: "a lighthouse over a calm sea at dusk",
  negative: "",
  seed: 1 as number | bigint,
  steps: 4,
  cfg: 7,
  sampler: "euler" as (typeof samplerNames)[number],
  scheduler: "normal" as SchedulerName,
  denoise: 1,
  lastLayer: -1,
  style: {} as SceneValues,
  contrast: 1,
  width: 64,
  height: 64,
  batch: 1,
};

function latentsOf(change: Partial<typeof defaults> = {}): LatentBatch {
  const options = { ...defaults, ...change };
  const { samples } = sampleLatents({
    model: { style: options.style },
    positive: [encodeText(options.text, { lastLayer: options.lastLayer })],
    negative: [encodeText(options.negative, { lastLayer: options.lastLayer })],
    cfg: options.cfg,
    seed: options.seed,
    sampler: options.sampler,
    sigmas: denoisedSigmas(options.scheduler, options.steps, options.denoise),
    latents: emptyLatents(options.width, options.height, options.batch),
    addNoise: true,
    onStep: () => undefined,
  });
  return samples;
}

const bytes = (raster: Raster): Buffer => Buffer.from(toRgb(raster).pixels);

const bytesOf = (change: Partial<typeof defaults> = {}): Buffer => {
  const { rasters } = decodeLatents(latentsOf(change), { contrast: change.contrast ?? 1 });
  return bytes(rasters[0] as Raster);
};

/** Those of the defaults, computed once. */
const usualBytes = bytesOf();

describe("an image", () => {
  it("has the same bytes for the same inputs", () => {
    expect(bytesOf().equals(usualBytes)).toBe(true);
  });

  it.each<[string, Partial<typeof defaults>]>([
    ["prompt", { text: "a red kite over the sea" }],
    ["an unknown word", { text: `${defaults.text}, zyzzyva` }],
    ["a word's weight", { text: "a (lighthouse:0.5) over a calm sea at dusk" }],
    ["negative prompt", { negative: "calm" }],
    ["seed", { seed: 2 }],
    ["the last bit of a 64-bit seed", { seed: 18446744073709551615n }],
    ["steps", { steps: 5 }],
    ["cfg", { cfg: 4 }],
    ["scheduler", { scheduler: "karras" }],
    ["denoise", { denoise: 0.5 }],
    ["checkpoint", { style: { ink: 1 } }],
    ["clip skip", { lastLayer: -2 }],
    ["VAE", { contrast: 1.06 }],
  ])("changes with %s", (_input, change) => {
    expect(bytesOf(change).equals(usualBytes)).toBe(false);
  });

  it("differs for neighboring 64-bit seeds", () => {
    expect(bytesOf({ seed: 18446744073709551615n }).equals(bytesOf({ seed: 18446744073709551614n }))).toBe(
      false,
    );
  });

  it("is the same in a batch, whose other images differ", () => {
    const batch = decodeLatents(latentsOf({ batch: 2 }), { contrast: 1 }).rasters.map(bytes);
    expect(batch[0]?.equals(usualBytes)).toBe(true);
    expect(batch[1]?.equals(usualBytes)).toBe(false);
  });

  it.each([
    [16, 16],
    [24, 200],
    [1000, 16],
    [136, 72],
  ])("can be %i by %i pixels", (width, height) => {
    expect(bytesOf({ width, height, steps: 2 }).length).toBe(width * height * 3);
  });
});

it("a reference image with an alpha channel shows through", () => {
  const reference: Raster = {
    width: 64,
    height: 64,
    channels: 4,
    values: new Float32Array(64 * 64 * 4).fill(1),
  };
  const [sampled] = decodeLatents(
    sampleLatents({
      model: { style: {} },
      positive: [{ ...encodeText("night", { lastLayer: -1 }), references: [reference] }],
      negative: [],
      cfg: 7,
      seed: 1,
      sampler: "euler",
      sigmas: denoisedSigmas("normal", 4, 1),
      latents: emptyLatents(64, 64, 1),
      addNoise: true,
      onStep: () => undefined,
    }).samples,
    { contrast: 1 },
  ).rasters;
  const mean = sampled!.values.reduce((sum, value) => sum + value, 0) / sampled!.values.length;
  expect([sampled!.channels, mean > 0.6]).toEqual([3, true]);
});

it.each([
  ["NaN", [Number.NaN, 3, 0]],
  ["infinity", [Infinity, 1, 0]],
  ["only zeros", [0, 0, 0]],
])("a schedule with %s gives an image", (_levels, levels) => {
  const { samples } = sampleLatents({
    model: { style: {} },
    positive: [],
    negative: [],
    cfg: 7,
    seed: 1,
    sampler: "euler",
    sigmas: Float32Array.from(levels),
    latents: emptyLatents(16, 16, 1),
    addNoise: true,
    onStep: () => undefined,
  });
  const [image] = decodeLatents(samples, { contrast: 1 }).rasters;
  expect(image!.values.every(Number.isFinite)).toBe(true);
});

it.each([3, 4])("a control image of one color and %i channels changes nothing", (channels) => {
  const hint: Raster = {
    width: 64,
    height: 64,
    channels,
    values: Float32Array.from({ length: 64 * 64 * channels }, (_, i) => [1, 0.5, 0, 1][i % channels]!),
  };
  const imageOf = (controls: readonly { readonly hint: Raster; readonly strength: number }[]) =>
    bytes(
      decodeLatents(
        sampleLatents({
          model: { style: {} },
          positive: [{ ...encodeText(defaults.text, { lastLayer: -1 }), controls }],
          negative: [],
          cfg: 7,
          seed: 1,
          sampler: "euler",
          sigmas: denoisedSigmas("normal", 2, 1),
          latents: emptyLatents(64, 64, 1),
          addNoise: true,
          onStep: () => undefined,
        }).samples,
        { contrast: 1 },
      ).rasters[0]!,
    );
  expect(imageOf([{ hint, strength: 5 }]).equals(imageOf([]))).toBe(true);
});

it("samplers return 44 different latents without NaN and infinity", () => {
  const results = samplerNames.map(
    (sampler) => latentsOf({ sampler, steps: 6, width: 32, height: 32 }).samples[0]!.values,
  );
  expect(results.every((values) => values.every(Number.isFinite))).toBe(true);
  expect(new Set(results.map((values) => values.join())).size).toBe(44);
});

describe("schedulers", () => {
  it.each([1, 2, 7, 20])("decrease to 0 in %i steps", (steps) => {
    for (const name of schedulerNames) {
      const sigmas = denoisedSigmas(name, steps, 1);
      expect([name, sigmas.at(-1)]).toEqual([name, 0]);
      expect([name, sigmas.every((sigma, i) => i === 0 || sigma < (sigmas[i - 1] as number))]).toEqual([
        name,
        true,
      ]);
    }
  });

  it("are all different", () => {
    expect(new Set(schedulerNames.map((name) => denoisedSigmas(name, 7, 1).join())).size).toBe(9);
  });

  it("return the last part of a longer schedule for a denoise below 1, and nothing for 0", () => {
    expect(denoisedSigmas("normal", 10, 0.5)).toEqual(denoisedSigmas("normal", 20, 1).slice(-11));
    expect(denoisedSigmas("normal", 10, 0)).toHaveLength(0);
  });
});
