// Latent batches: four channels at an eighth of the image's size, as Stable Diffusion 1.x has them.
import type { Raster } from "@pictor/images";
import type { MaskBatch } from "./node-values.js";

export const CHANNELS = 4;
/** Pixels per latent cell, both ways. */
export const PIXELS_PER_CELL = 8;

export interface LatentBatch {
  /** Cells. */
  readonly width: number;
  readonly height: number;
  /** One `[4, height, width]` block per image, one after the other. */
  readonly samples: Float32Array;
  /** Which image of the original batch each block is: it keeps its own noise. */
  readonly batchIndex: readonly number[];
  /**
   * The full-size images that were encoded, one per block. The cells are too coarse for them and have no scene, so
   * the decoder takes them from here. Absent for latents that a sampler painted.
   */
  readonly rasters?: readonly Raster[];
  /** Where sampling may change the image: 1 everything, 0 nothing. */
  readonly noiseMask?: MaskBatch;
  /** The images that the mask protects, while noise is left in the samples. */
  readonly protectedRasters?: readonly Raster[];
  /** Noise is left in the samples; this is the highest level since the image was clean. */
  readonly noisyFrom?: number;
  readonly video?: Video;
}

/** Each block is a film of so many frames instead of an image. */
export interface Video {
  readonly frames: number;
  /** How much the camera moves from the first frame to the last: 0 not at all, 1 plenty. */
  readonly motion: number;
  /** The image that the film begins with, and the one that it ends with, at full size. */
  readonly first?: Raster;
  readonly last?: Raster;
}

/** Numbers in one image's block. */
export const blockLength = ({ width, height }: Pick<LatentBatch, "width" | "height">): number =>
  CHANNELS * width * height;

export function emptyLatents(width: number, height: number, count: number): LatentBatch {
  const size = { width: Math.trunc(width / PIXELS_PER_CELL), height: Math.trunc(height / PIXELS_PER_CELL) };
  const batchIndex = Array.from({ length: count }, (_, i) => i);
  return { ...size, samples: new Float32Array(blockLength(size) * count), batchIndex };
}

/** The block of one image; shares memory with the batch. */
export function blockAt(latents: LatentBatch, index: number): Float32Array {
  const length = blockLength(latents);
  return latents.samples.subarray(index * length, (index + 1) * length);
}

/** Some of the blocks, in the given order, with everything that belongs to them. */
export function selectBlocks(latents: LatentBatch, positions: readonly number[]): LatentBatch {
  const length = blockLength(latents);
  const samples = new Float32Array(length * positions.length);
  positions.forEach((position, i) => {
    samples.set(blockAt(latents, position), i * length);
  });
  const { rasters, protectedRasters, noiseMask } = latents;
  const pick = <T>(list: readonly T[]): T[] => positions.map((position) => list[position % list.length] as T);
  return {
    ...latents,
    samples,
    batchIndex: pick(latents.batchIndex),
    ...(rasters && { rasters: pick(rasters) }),
    ...(protectedRasters && { protectedRasters: pick(protectedRasters) }),
    ...(noiseMask && noiseMask.masks.length > 1 && { noiseMask: { masks: pick(noiseMask.masks) } }),
  };
}
