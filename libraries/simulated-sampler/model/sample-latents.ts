// Samples latents, with source images, noise masks, reference images, control hints and tints.
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

/** Below this weight, the details of a source image are ignored. */
const MIN_DETAIL = 0.02;

/** The result contains rasters if a source image shows through or a mask protects parts of it, otherwise only cells. */
export function sampleLatents(options: SampleLatentsOptions): SampledLatents {
  const { sigmas } = options;
  const level = Math.max(options.latents.noisyFrom ?? 0, sigmas[0] ?? 0);
  const latents = sigmas.length < 2 ? options.latents : withReference(options.latents, options.positive);
  const isReference = latents !== options.latents;
  const weights = latents.rasters ? sourceWeights(level, isReference) : undefined;
  const masks = cellMasks(latents);
  const protectedCells = (samples: Float32Array): Float32Array =>
    masks ? blendCells(latents, samples, masks) : samples;
  const { noisyFrom: _, protectedRasters: __, ...clean } = latents;
  const result = runSampling({
    ...options,
    latents: isReference ? options.latents : latents,
    ...(weights && { sources: sourceImages(latents, weights) }),
    ...controlChannels(options.positive, latents),
    onStep: (done, total, denoised) =>
      options.onStep(done, total, { ...clean, samples: protectedCells(denoised) }),
  });
  if (sigmas.length < 2) return { samples: latents, denoised: latents };
  const finish = (samples: Float32Array): LatentBatch =>
    decodeResult({ ...clean, samples }, latents, weights?.fine ?? 0, options.check);
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

/** The weights of a source image at the initial noise level. Low frequencies survive more noise than details. */
function sourceWeights(level: number, isReference: boolean): { coarse: number; fine: number } {
  const power = (base: number, exponent: number): number => Math.pow(level / base, exponent);
  const coarse = 1 / (1 + power(4, 3));
  const fine = 1 / (1 + power(2, 4));
  return isReference ? { coarse: Math.max(coarse, 0.85), fine: Math.max(fine, 0.6) } : { coarse, fine };
}

/** Uses the first reference image of the conditioning as the source image, cropped to the size of the latents. */
function withReference(latents: LatentBatch, positive: Conditioning): LatentBatch {
  const reference = positive.flatMap(({ references = [] }) => references)[0];
  if (!reference || latents.rasters || latents.video) return latents;
  const [width, height] = [latents.width * PIXELS_PER_CELL, latents.height * PIXELS_PER_CELL];
  const raster = resizeToFill(reference, width, height, "bilinear");
  return { ...latents, rasters: latents.batchIndex.map(() => raster) };
}

const sourceImages = (latents: LatentBatch, weights: { coarse: number; fine: number }): SourceImage[] =>
  (latents.rasters ?? []).map((raster) => ({
    colors: colorsToChannels(cellColors(raster), latents.width * latents.height),
    ...weights,
  }));

/** Decodes sampled cells and merges them with the source image and the noise mask. Without either, returns the cells. */
function decodeResult(
  sampled: LatentBatch,
  before: LatentBatch,
  fine: number,
  check?: InterruptCheck,
): LatentBatch {
  const { rasters, ...cells } = sampled;
  if (!before.noiseMask && (fine < MIN_DETAIL || !rasters)) return cells;
  const results = originalRasters(before).map((original, i) => {
    check?.();
    const decoded = toRaster(decodeBlock(sampled, i, NEUTRAL));
    const merged = fine < MIN_DETAIL ? decoded : withDetail(decoded, original, fine);
    const mask = before.noiseMask?.masks[i % before.noiseMask.masks.length];
    return mask
      ? blendByMask(original, merged, resizeRaster(mask, merged.width, merged.height, "bilinear"))
      : merged;
  });
  return { ...sampled, ...encodeRasters(results, sampled.batchIndex) };
}

/** The images as they were before sampling. */
const originalRasters = (before: LatentBatch): readonly Raster[] =>
  before.protectedRasters ?? decodedRasters(before);

/** Adds the details of the original image that are finer than a cell, weighted by `share`. */
function withDetail(decoded: Raster, original: Raster, share: number): Raster {
  const { width, height } = decoded;
  const cells = { width: width / PIXELS_PER_CELL, height: height / PIXELS_PER_CELL };
  const smooth = upsampleCells(cellColors(original), cells, width, height);
  const values = decoded.values.map(
    (value, i) => value + share * ((original.values[i] as number) - (smooth[i] as number)),
  );
  return { ...decoded, values };
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

/** Blends sampled and original cells by the noise masks. */
function blendCells(latents: LatentBatch, samples: Float32Array, masks: readonly Raster[]): Float32Array {
  const cells = latents.width * latents.height;
  const length = blockLength(latents);
  return samples.map((value, i) => {
    const part = masks[Math.trunc(i / length)]?.values[i % cells] as number;
    const before = latents.samples[i] as number;
    return before + part * (value - before);
  });
}

/** Factors by which the strengths of control hints and tints are multiplied. */
const CONTROL = 1.2;
const TINT = 0.35;

/** Control hints add their edges to the lightness, tints shift the colors; each applies to all images of the batch. */
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
