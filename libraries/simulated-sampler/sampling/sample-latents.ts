// Samples latents, with source images, noise masks, reference images, control images and tints.
import {
  blankRaster,
  type InterruptCheck,
  mapValues,
  type Raster,
  resizeRaster,
  resizeToFill,
  withChannels,
} from "@pictor/images";
import { decodeCells, decodedRasters } from "../latents/decode-latents.js";
import { encodeRaster, encodeRasters, meanOfCells } from "../latents/encode-images.js";
import { PIXELS_PER_CELL, type LatentBatch } from "../latents/latent.js";
import type { Guider } from "../values/node-values.js";
import { controlColors } from "./control.js";
import { denoise, type Prior } from "./denoise.js";
import { guidedMean } from "./guided-mean.js";
import { fillGaussian, randomSource } from "./random.js";
import { ancestralStep, freshNoise, type SamplerName } from "../steps/samplers.js";

export interface SampleOptions extends Guider {
  readonly seed: number | bigint;
  readonly sampler: SamplerName;
  readonly sigmas: Float32Array;
  readonly latents: LatentBatch;
  /** False: no noise is added to the latents. */
  readonly addNoise: boolean;
  /** Called after each step with the current estimate of the denoised batch. Throws when the run was interrupted. */
  readonly onStep: (done: number, total: number, denoised: LatentBatch) => void;
  readonly check?: InterruptCheck;
}

/** The sampled batch and the last denoised estimate. They differ when the last sigma is not 0. */
export interface SampledLatents {
  readonly samples: LatentBatch;
  readonly denoised: LatentBatch;
}

/** Below this weight, a source image is ignored. */
const LEAST_KEPT = 0.02;

/**
 * The result contains rasters if a source image shows through or a mask protects parts of it, otherwise only cells. A level
 * that is no number, which some curves have for some inputs, is 0.
 */
export function sampleLatents(given: SampleOptions): SampledLatents {
  const sigmas = given.sigmas.map((level) => (Number.isFinite(level) ? level : 0));
  const options = { ...given, sigmas };
  const { latents } = options;
  if (sigmas.length < 2) return { samples: latents, denoised: latents };
  const level = Math.max(latents.noisyFrom ?? 0, sigmas[0] as number);
  const { images, kept } = sourceOf(options, level);
  const protect = cellProtection(latents);
  const { noisyFrom: _, rasters: __, ...clean } = latents;
  const batch = (cells: readonly Raster[]): LatentBatch => ({ ...clean, samples: cells.map(protect) });
  const { cells, denoised } = run(
    options,
    images && kept >= LEAST_KEPT ? { images, kept } : undefined,
    batch,
  );
  const finish = (final: readonly Raster[]): LatentBatch => {
    if (!images || (!latents.noiseMask && kept < LEAST_KEPT)) return batch(final);
    const merged = batch(final).samples.map((sampled, i) => {
      options.check?.();
      return mergeWithSource(
        sampled,
        images[i] as Raster,
        kept,
        latents.noiseMask?.masks[i % latents.noiseMask.masks.length],
      );
    });
    return { ...clean, ...encodeRasters(merged, latents.batchIndex) };
  };
  if (sigmas.at(-1) === 0) {
    const samples = finish(cells);
    return { samples, denoised: samples };
  }
  const samples = { ...batch(cells), noisyFrom: level, ...(images && { rasters: images }) };
  return { samples, denoised: finish(denoised) };
}

/** Euler's method on dx/dσ = (x − D) / σ (Karras et al. 2022, algorithm 1 without churn), with fresh noise in each step. */
function run(
  options: SampleOptions,
  source: { readonly images: readonly Raster[]; readonly kept: number } | undefined,
  batch: (cells: readonly Raster[]) => LatentBatch,
): { readonly cells: readonly Raster[]; readonly denoised: readonly Raster[] } {
  const { sigmas, latents, sampler, onStep } = options;
  const added = controlColors(options.positive, latents);
  const sources = source?.images.map((image) => ({ cells: encodeRaster(image), kept: source.kept }));
  let cells = options.addNoise
    ? withNoise(latents.samples, sigmas[0] as number, "start", options)
    : latents.samples;
  let denoised = cells;
  for (let step = 0; step + 1 < sigmas.length; step += 1) {
    const [from, to] = [sigmas[step] as number, sigmas[step + 1] as number];
    const mean = guidedMean(options, from);
    denoised = cells.map((noisy, i) => {
      const prior: Prior = { mean, ...(added && { added }), ...(sources?.[i] && { source: sources[i] }) };
      return denoise(noisy, from, prior);
    });
    const { down, up } = ancestralStep(from, to, freshNoise(sampler));
    const moved = cells.map((noisy, i) => {
      const { values } = denoised[i] as Raster;
      return mapValues(noisy, (value, at) => {
        const clean = values[at] as number;
        return from > 0 ? clean + (down / from) * (value - clean) : clean;
      });
    });
    cells = up > 0 ? withNoise(moved, up, `${sampler}/${step + 1}`, options) : moved;
    onStep(step + 1, sigmas.length - 1, batch(denoised));
  }
  return { cells, denoised };
}

/** Each image has a random stream, which depends on the index of the image in the original batch. */
const withNoise = (
  cells: readonly Raster[],
  level: number,
  stream: string,
  { seed, latents }: SampleOptions,
): readonly Raster[] =>
  cells.map((image, i) => {
    const source = randomSource(seed, `${stream}/${latents.batchIndex[i] as number}`);
    const noise = fillGaussian(new Float32Array(image.values.length), source);
    return mapValues(image, (value, at) => value + level * (noise[at] as number));
  });

/**
 * The images that the result must resemble, and how much of them survives the noise of a run. They are those of the latents,
 * or the first reference image of the conditioning, of which more is kept.
 */
function sourceOf(
  { latents, positive }: SampleOptions,
  level: number,
): { images?: readonly Raster[]; kept: number } {
  const kept = 1 / (1 + (level / 2) ** 4);
  const own = latents.rasters ?? (latents.noiseMask && decodedRasters(latents));
  if (own) return { images: own, kept };
  const reference = positive.flatMap(({ references = [] }) => references)[0];
  if (!reference || latents.video) return { kept };
  const [width, height] = [latents.width * PIXELS_PER_CELL, latents.height * PIXELS_PER_CELL];
  const image = resizeToFill(withChannels(reference, 3), width, height, "bilinear");
  return { images: latents.samples.map(() => image), kept: Math.max(kept, 0.7) };
}

/** Decodes sampled cells, adds the details of the source that are finer than a cell, and keeps what the mask protects. */
function mergeWithSource(sampled: Raster, source: Raster, kept: number, mask?: Raster): Raster {
  const { width, height } = source;
  const decoded = decodeCells(sampled, { presence: kept < LEAST_KEPT ? 1 : 1 - kept });
  const smooth = resizeRaster(meanOfCells(source), width, height, "bicubic");
  const detail = kept < LEAST_KEPT ? 0 : kept;
  const cover = mask ? resizeRaster(mask, width, height, "bilinear") : blankRaster(width, height, 1, 1);
  return mapValues(source, (before, i) => {
    const part = cover.values[Math.trunc(i / 3)] as number;
    const merged = (decoded.values[i] as number) + detail * (before - (smooth.values[i] as number));
    return part === 0 ? before : before + part * (merged - before);
  });
}

/** Restores the cells that the noise mask protects. */
function cellProtection({
  samples,
  noiseMask,
  width,
  height,
}: LatentBatch): (cells: Raster, i: number) => Raster {
  const masks = noiseMask?.masks.map((mask) => resizeRaster(mask, width, height, "bilinear"));
  if (!masks) return (cells) => cells;
  return (cells, i) => {
    const [before, mask] = [samples[i] as Raster, masks[i % masks.length] as Raster];
    return mapValues(cells, (value, at) => {
      const old = before.values[at] as number;
      return old + (mask.values[Math.trunc(at / cells.channels)] as number) * (value - old);
    });
  };
}
