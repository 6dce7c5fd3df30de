// Latent batches: four channels at an eighth of the image size, as in Stable Diffusion 1.x.
import type { Raster } from "@pictor/images";
import type { MaskBatch } from "./node-values.js";

export const CHANNELS = 4;
/** Pixels per latent cell, horizontally and vertically. */
export const PIXELS_PER_CELL = 8;

export interface LatentBatch {
  /** Width and height in cells. */
  readonly width: number;
  readonly height: number;
  /** One `[4, height, width]` block per image, concatenated. */
  readonly samples: Float32Array;
  /** The index of each block in the original batch, which selects its noise. */
  readonly batchIndex: readonly number[];
  /**
   * The full-size images that were encoded, one per block. The decoder returns them, because the cells are too coarse.
   * Absent after sampling.
   */
  readonly rasters?: readonly Raster[];
  /** The areas that sampling may change: 1 where a change is allowed, 0 where it is not. */
  readonly noiseMask?: MaskBatch;
  /** The images that the mask protects; present while the samples still contain noise. */
  readonly protectedRasters?: readonly Raster[];
  /** The highest sigma since the image was clean; present while the samples still contain noise. */
  readonly noisyFrom?: number;
  readonly video?: Video;
}

/** Makes each block of a latent batch a video. */
export interface Video {
  readonly frames: number;
  /** The extent of the camera movement from the first frame to the last: 0 none, 1 full. */
  readonly motion: number;
  /** The first and the last frame at full size. */
  readonly first?: Raster;
  readonly last?: Raster;
}

/** The number of values in a block. */
export const blockLength = ({ width, height }: Pick<LatentBatch, "width" | "height">): number =>
  CHANNELS * width * height;

export function emptyLatents(width: number, height: number, count: number): LatentBatch {
  const size = { width: Math.trunc(width / PIXELS_PER_CELL), height: Math.trunc(height / PIXELS_PER_CELL) };
  const batchIndex = Array.from({ length: count }, (_, i) => i);
  return { ...size, samples: new Float32Array(blockLength(size) * count), batchIndex };
}

/** A view of one block; shares memory with the batch. */
export function blockAt(latents: LatentBatch, index: number): Float32Array {
  const length = blockLength(latents);
  return latents.samples.subarray(index * length, (index + 1) * length);
}

/** The blocks at these positions, in this order, with their rasters and masks. */
export function selectBlocks(latents: LatentBatch, positions: readonly number[]): LatentBatch {
  const length = blockLength(latents);
  const samples = new Float32Array(length * positions.length);
  positions.forEach((position, i) => samples.set(blockAt(latents, position), i * length));
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
