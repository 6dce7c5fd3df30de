// Sampling over something that is already there: image to image, inpainting, editing, control images.
import { type InterruptCheck, toRaster, type Raster, resizeRaster, resizeToFill } from "@pictor/images";
import { upsampleCells } from "../renderer/upsample-cells.js";
import { colorsToChannels } from "./color-channels.js";
import { decodeBlock } from "./decode-block.js";
import type { SourceImage } from "./denoiser.js";
import { cellColors, encodeRasters } from "./encode-rasters.js";
import { blockLength, PIXELS_PER_CELL, type LatentBatch } from "./latent.js";
import { lowPass } from "./low-pass.js";
import { runSampling, type SampleOptions } from "./run-sampling.js";
import type { Conditioning } from "./node-values.js";

export interface SampledLatents {
  readonly samples: LatentBatch;
  readonly denoised: LatentBatch;
}

type SampleLatentsOptions = Omit<SampleOptions, "sources" | "addedChannels" | "onStep"> & {
  readonly onStep: (done: number, total: number, denoised: LatentBatch) => void;
  readonly check?: InterruptCheck;
};

const NEUTRAL = { contrast: 1 };

/** Below this an image has left nothing behind. */
const TRACE = 0.02;

/** Samples; the result is a painted latent, or images again where images show through or a mask protects them. */
export function sampleLatents(options: SampleLatentsOptions): SampledLatents {
  const { sigmas } = options;
  const level = Math.max(options.latents.noisyFrom ?? 0, sigmas[0] ?? 0);
  const latents = sigmas.length < 2 ? options.latents : withReference(options.latents, options.positive);
  const reference = latents !== options.latents;
  const shares = latents.rasters ? sharesOf(level, reference) : undefined;
  const masks = cellMasks(latents);
  const protectedCells = (samples: Float32Array): Float32Array =>
    masks ? blended(latents, samples, masks) : samples;
  const { noisyFrom: _, protectedRasters: __, ...clean } = latents;
  const result = runSampling({
    ...options,
    latents: reference ? options.latents : latents,
    ...(shares && { sources: sourceImages(latents, shares) }),
    ...controlChannels(options.positive, latents),
    onStep: (done, total, denoised) => {
      options.onStep(done, total, { ...clean, samples: protectedCells(denoised) });
    },
  });
  if (sigmas.length < 2) return { samples: latents, denoised: latents };
  const finish = (samples: Float32Array): LatentBatch =>
    decodeResult({ ...clean, samples }, latents, shares?.fine ?? 0, options.check);
  if ((sigmas.at(-1) ?? 0) > 0) {
    const noisy = {
      ...clean,
      samples: protectedCells(result.samples),
      noisyFrom: level,
      ...(latents.noiseMask && { protectedRasters: originalRasters(latents) }),
    };
    return { samples: noisy, denoised: finish(result.denoised) };
  }
  const samples = finish(result.samples);
  return { samples, denoised: samples.rasters ? samples : finish(result.denoised) };
}

/** An image's large forms survive more noise than its details; nothing survives the highest level. */
function sharesOf(level: number, reference: boolean): { coarse: number; fine: number } {
  const power = (base: number, exponent: number): number => Math.pow(level / base, exponent);
  const coarse = 1 / (1 + power(4, 3));
  const fine = 1 / (1 + power(2, 4));
  return reference ? { coarse: Math.max(coarse, 0.85), fine: Math.max(fine, 0.6) } : { coarse, fine };
}

/** Texts that bring an image to edit put it below what is sampled, cut to the shape of the canvas. */
function withReference(latents: LatentBatch, positive: Conditioning): LatentBatch {
  const reference = positive.flatMap(({ references = [] }) => references)[0];
  if (!reference || latents.rasters || latents.video) return latents;
  const [width, height] = [latents.width * PIXELS_PER_CELL, latents.height * PIXELS_PER_CELL];
  const raster = resizeToFill(reference, width, height, "bilinear");
  return { ...latents, rasters: latents.batchIndex.map(() => raster) };
}

const sourceImages = (latents: LatentBatch, shares: { coarse: number; fine: number }): SourceImage[] =>
  (latents.rasters ?? []).map((raster) => ({
    colors: colorsToChannels(cellColors(raster), latents.width * latents.height),
    ...shares,
  }));

/** From painted cells to the result: images where something of them is left, else the cells as they are. */
function decodeResult(
  painted: LatentBatch,
  before: LatentBatch,
  fine: number,
  check?: InterruptCheck,
): LatentBatch {
  const { rasters, ...cells } = painted;
  if (!before.noiseMask && (fine < TRACE || !rasters)) return cells;
  const results = originalRasters(before).map((original, i) => {
    check?.();
    const drawn = toRaster(decodeBlock(painted, i, NEUTRAL));
    const whole = fine < TRACE ? drawn : withDetail(drawn, original, fine);
    const mask = before.noiseMask?.masks[i % before.noiseMask.masks.length];
    return mask
      ? blendByMask(original, whole, resizeRaster(mask, whole.width, whole.height, "bilinear"))
      : whole;
  });
  return { ...painted, ...encodeRasters(results, painted.batchIndex) };
}

/** What a batch showed before it was sampled. */
const originalRasters = (before: LatentBatch): readonly Raster[] =>
  before.protectedRasters ?? decodedRasters(before);

/** Adds the share of an image that its cells are too coarse for. */
function withDetail(drawn: Raster, original: Raster, share: number): Raster {
  const { width, height } = drawn;
  const cells = { width: width / PIXELS_PER_CELL, height: height / PIXELS_PER_CELL };
  const smooth = upsampleCells(cellColors(original), cells, width, height);
  const values = drawn.values.map(
    (value, i) => value + share * ((original.values[i] as number) - (smooth[i] as number)),
  );
  return { ...drawn, values };
}

function blendByMask(under: Raster, over: Raster, mask: Raster): Raster {
  const values = under.values.map((value, i) => {
    const part = mask.values[Math.trunc(i / under.channels)] as number;
    return part === 0 ? value : value + part * ((over.values[i] as number) - value);
  });
  return { ...under, values };
}

/** The noise mask at cell resolution, one per block. */
function cellMasks(latents: LatentBatch): readonly Raster[] | undefined {
  const masks = latents.noiseMask?.masks.map((mask) =>
    resizeRaster(mask, latents.width, latents.height, "bilinear"),
  );
  return masks && latents.batchIndex.map((_, i) => masks[i % masks.length] as Raster);
}

/** Sampled cells where the mask allows it, the original ones elsewhere. */
function blended(latents: LatentBatch, samples: Float32Array, masks: readonly Raster[]): Float32Array {
  const cells = latents.width * latents.height;
  const length = blockLength(latents);
  return samples.map((value, i) => {
    const part = masks[Math.trunc(i / length)]?.values[i % cells] as number;
    const before = latents.samples[i] as number;
    return before + part * (value - before);
  });
}

/** How strongly a control image's lines show, and a color is leant to. */
const CONTROL = 1.2;
const TINT = 0.35;

/** Control images add their lines to the lightness, tints shift the colors; both for the whole batch. */
function controlChannels(positive: Conditioning, size: LatentBatch): { addedChannels?: Float32Array } {
  const cells = size.width * size.height;
  const controls = positive.flatMap((entry) => entry.controls ?? []);
  const tints = positive.flatMap((entry) => entry.tints ?? []);
  if (controls.length === 0 && tints.length === 0) return {};
  const added = new Float32Array(3 * cells);
  for (const { hint, strength } of controls) {
    const fitted = resizeToFill(
      hint,
      size.width * PIXELS_PER_CELL,
      size.height * PIXELS_PER_CELL,
      "bilinear",
    );
    const light = colorsToChannels(cellColors(fitted), cells).subarray(0, cells);
    const large = lowPass(light, size);
    for (let i = 0; i < cells; i += 1) {
      added[i] = (added[i] as number) + CONTROL * strength * ((light[i] as number) - (large[i] as number));
    }
  }
  for (const { color, strength } of tints) {
    const channels = colorsToChannels(Float32Array.from(color), 1);
    for (let i = 0; i < added.length; i += 1) {
      added[i] = (added[i] as number) + TINT * strength * (channels[Math.trunc(i / cells)] as number);
    }
  }
  return { addedChannels: added };
}

export const decodedRasters = (latents: LatentBatch): readonly Raster[] =>
  latents.rasters ?? latents.batchIndex.map((_, i) => toRaster(decodeBlock(latents, i, NEUTRAL)));
