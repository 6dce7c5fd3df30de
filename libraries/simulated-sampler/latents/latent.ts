// Latent batches: four channels at an eighth of the image size, as in Stable Diffusion 1.x.
import { blankRaster, type Raster, resizeRaster, type RgbaImage, toRgba } from "@pictor/images";
import type { MaskBatch } from "../values/node-values.js";

export const CHANNELS = 4;
/** Pixels per latent cell, horizontally and vertically. */
export const PIXELS_PER_CELL = 8;

export interface LatentBatch {
  /** Width and height in cells. */
  readonly width: number;
  readonly height: number;
  /** The cells of each image: three colors, 0 at middle gray, and the code of its scene. */
  readonly samples: readonly Raster[];
  /** The index of each image in the original batch, which selects its noise. */
  readonly batchIndex: readonly number[];
  /**
   * The full-size images that were encoded. The decoder returns them as long as the cells are not noisy, because the cells
   * are too coarse.
   */
  readonly rasters?: readonly Raster[];
  /** The areas that sampling may change: 1 where a change is allowed, 0 where it is not. */
  readonly noiseMask?: MaskBatch;
  /** The highest sigma since the image was clean; present while the samples still contain noise. */
  readonly noisyFrom?: number;
  readonly video?: Video;
}

/** Makes each image of a latent batch a video. */
export interface Video {
  readonly frames: number;
  /** The extent of the camera movement from the first frame to the last: 0 none, 1 full. */
  readonly motion: number;
  /** The first and the last frame at full size. */
  readonly first?: Raster;
  readonly last?: Raster;
}

export function emptyLatents(width: number, height: number, count: number): LatentBatch {
  const size = { width: Math.trunc(width / PIXELS_PER_CELL), height: Math.trunc(height / PIXELS_PER_CELL) };
  const batchIndex = Array.from({ length: count }, (_, i) => i);
  return {
    ...size,
    samples: batchIndex.map(() => blankRaster(size.width, size.height, CHANNELS)),
    batchIndex,
  };
}

/** The images at these positions, in this order, with their rasters and masks. */
export function selectBlocks(latents: LatentBatch, positions: readonly number[]): LatentBatch {
  const { samples, batchIndex, rasters, noiseMask } = latents;
  const pick = <T>(list: readonly T[]): T[] => positions.map((position) => list[position % list.length] as T);
  return {
    ...latents,
    samples: pick(samples),
    batchIndex: pick(batchIndex),
    ...(rasters && { rasters: pick(rasters) }),
    ...(noiseMask && noiseMask.masks.length > 1 && { noiseMask: { masks: pick(noiseMask.masks) } }),
  };
}

/** The color channels of a latent span from -1.5 (black) to 1.5 (white). */
const SPAN = 3;

export const colorToChannel = (color: number): number => (color - 0.5) * SPAN;

/** The colors of the cells as a raster of three channels. */
export function cellColors({ width, height, values }: Raster): Raster {
  const colors = new Float32Array(width * height * 3);
  for (let i = 0; i < colors.length; i += 1)
    colors[i] = (values[Math.trunc(i / 3) * CHANNELS + (i % 3)] as number) / SPAN + 0.5;
  return { width, height, channels: 3, values: colors };
}

/** Longest side of a preview in pixels, at every size of the latent. */
const LONGEST_SIDE = 512;

/** The first image of a batch without the decoder, scaled until its longest side is 512 pixels. */
export function latentPreview({ width, height, samples }: LatentBatch): RgbaImage {
  const scale = LONGEST_SIDE / Math.max(width, height);
  const side = (cells: number): number => Math.max(1, Math.round(cells * scale));
  return toRgba(resizeRaster(cellColors(samples[0] as Raster), side(width), side(height), "bilinear"));
}
