// Edits latents. A sampled latent encodes its scene as a whole: it can be resized directly, but crops, blends and rotations
// decode it, edit the rasters and encode the result.
import {
  blankRaster,
  type Box,
  cropRaster,
  type InterruptCheck,
  mapValues,
  pasteRaster,
  type Raster,
  type ResampleMethod,
  resizeRaster,
  resizeToFill,
} from "@pictor/images";
import { decodedRasters } from "./decode-latents.js";
import { encodeRasters } from "./encode-images.js";
import { PIXELS_PER_CELL, type LatentBatch } from "./latent.js";

export interface LatentSize {
  readonly width: number;
  readonly height: number;
  /** True: crops the center to the new aspect ratio first. */
  readonly crop: boolean;
}

/** `width` and `height` are in cells. The encoded images are resized together with the cells. */
export function resizeLatents(
  latents: LatentBatch,
  { width, height, crop }: LatentSize,
  method: ResampleMethod,
  check?: InterruptCheck,
): LatentBatch {
  if (width === latents.width && height === latents.height) return latents;
  const fit = crop ? resizeToFill : resizeRaster;
  const rasters = latents.rasters?.map((raster) =>
    fit(raster, width * PIXELS_PER_CELL, height * PIXELS_PER_CELL, method, check),
  );
  if (rasters && latents.noisyFrom === undefined) return withRasters(latents, rasters);
  const samples = latents.samples.map((cells) => fit(cells, width, height, method, check));
  return { ...latents, width, height, samples, ...(rasters && { rasters }) };
}

/** Crops and resizes a batch to the size of another one. */
export const fitLatents = (
  latents: LatentBatch,
  { width, height }: LatentBatch,
  check?: InterruptCheck,
): LatentBatch => resizeLatents(latents, { width, height, crop: true }, "bicubic", check);

/** Decodes a batch, changes every raster and encodes the result. */
export const mapLatentRasters = (latents: LatentBatch, change: (raster: Raster) => Raster): LatentBatch =>
  withRasters(latents, decodedRasters(latents).map(change));

/** The box is in cells, and is moved and reduced to lie inside the latent. */
export function cropLatents(latents: LatentBatch, { x, y, width, height }: Box): LatentBatch {
  const [w, h] = [Math.max(1, Math.min(width, latents.width)), Math.max(1, Math.min(height, latents.height))];
  const box = {
    x: Math.min(x, latents.width - w) * PIXELS_PER_CELL,
    y: Math.min(y, latents.height - h) * PIXELS_PER_CELL,
    width: w * PIXELS_PER_CELL,
    height: h * PIXELS_PER_CELL,
  };
  return mapLatentRasters(latents, (raster) => cropRaster(raster, box));
}

export interface PasteOptions {
  /** Position of the pasted latent in cells. */
  readonly x: number;
  readonly y: number;
  /** Cells over which the pasted image fades in at the sides that lie inside the target. */
  readonly feather: number;
  readonly masks?: readonly Raster[];
}

export function pasteLatents(under: LatentBatch, over: LatentBatch, position: PasteOptions): LatentBatch {
  const [x, y] = [position.x * PIXELS_PER_CELL, position.y * PIXELS_PER_CELL];
  const above = decodedRasters(over);
  const rasters = decodedRasters(under).map((raster, i) => {
    const pasted = above[i % above.length] as Raster;
    const mask = position.masks?.[i % position.masks.length];
    const cover = mask
      ? maskPerCell(mask, pasted)
      : featherWeights(pasted, raster, [x, y], position.feather * PIXELS_PER_CELL);
    return pasteRaster(raster, pasted, x, y, cover);
  });
  return withRasters(under, rasters);
}

/** Reduces the mask to one value per cell. */
const maskPerCell = (mask: Raster, { width, height }: Raster): Raster =>
  resizeRaster(
    resizeRaster(mask, width / PIXELS_PER_CELL, height / PIXELS_PER_CELL, "bilinear"),
    width,
    height,
    "nearest-exact",
  );

function featherWeights(
  { width, height }: Raster,
  canvas: Raster,
  [left, top]: readonly [number, number],
  feather: number,
): Raster | undefined {
  if (feather === 0) return undefined;
  return mapValues(blankRaster(width, height, 1), (_, i) => {
    const [x, y] = [i % width, Math.trunc(i / width)];
    const distances = [
      left > 0 ? x + 1 : feather,
      top > 0 ? y + 1 : feather,
      left + width < canvas.width ? width - x : feather,
      top + height < canvas.height ? height - y : feather,
    ];
    return distances.reduce((part, distance) => part * Math.min(1, distance / feather), 1);
  });
}

/** `part` (0 to 1) is the weight of the first batch. */
export function blendLatents(first: LatentBatch, second: LatentBatch, part: number): LatentBatch {
  const other = decodedRasters(second);
  return withRasters(
    first,
    decodedRasters(first).map((raster, i) => {
      const { values } = other[i % other.length] as Raster;
      return mapValues(raster, (value, at) => value * part + (values[at] as number) * (1 - part));
    }),
  );
}

/** Joins two batches at the size of the first. If either contains rasters, both are decoded and encoded again. */
export function concatLatents(first: LatentBatch, second: LatentBatch, check?: InterruptCheck): LatentBatch {
  const other = fitLatents(second, first, check);
  const batchIndex = [...first.batchIndex, ...other.batchIndex];
  if (!first.rasters && !other.rasters)
    return { ...first, samples: [...first.samples, ...other.samples], batchIndex };
  return { ...withRasters(first, [...decodedRasters(first), ...decodedRasters(other)]), batchIndex };
}

const withRasters = (latents: LatentBatch, rasters: readonly Raster[]): LatentBatch => {
  const { noisyFrom: _, ...rest } = latents;
  return { ...rest, ...encodeRasters(rasters, latents.batchIndex) };
};
