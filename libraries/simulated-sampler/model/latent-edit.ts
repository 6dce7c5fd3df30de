// Changes to latents. A painted latent holds its scene as a whole, so that it can be made larger or smaller, but what
// cuts, mixes or turns it works on the pictures that it shows and encodes the result.
import {
  blank,
  type Box,
  centreCut,
  type Check,
  cropped,
  type LatentMethod,
  mapValues,
  pasted,
  type Raster,
  resized,
  resizedCells,
  resizedToFill,
} from "@pictor/images";
import { encodePictures } from "./encode-rasters.js";
import { block, blockLength, CHANNELS, PIXELS_PER_CELL, type LatentBatch } from "./latent.js";
import { decodedPictures } from "./sample-latents.js";

export interface LatentSize {
  readonly width: number;
  readonly height: number;
  /** Cut to the new shape first instead of being squeezed into it. */
  readonly crop: boolean;
}

/** Size in cells. Pictures that were encoded are resized with the cells. */
export function resizedLatents(
  latents: LatentBatch,
  { width, height, crop }: LatentSize,
  method: LatentMethod,
  check?: Check,
): LatentBatch {
  if (width === latents.width && height === latents.height) return latents;
  const { pictures } = latents;
  if (pictures && latents.noisyFrom === undefined) {
    const smooth = method === "bislerp" ? "bilinear" : method;
    const size = [width * PIXELS_PER_CELL, height * PIXELS_PER_CELL] as const;
    const fit = crop ? resizedToFill : resized;
    return reEncoded(
      latents,
      pictures.map((picture) => fit(picture, ...size, smooth, check)),
    );
  }
  const samples = new Float32Array(blockLength({ width, height }) * latents.batchIndex.length);
  latents.batchIndex.forEach((_, i) => {
    const cells = interleaved(block(latents, i), latents);
    const next = resizedCells(crop ? centreCut(cells, width / height) : cells, width, height, method, check);
    samples.set(planar(next), i * blockLength({ width, height }));
  });
  const larger = (list: readonly Raster[]): Raster[] =>
    list.map((picture) =>
      resized(picture, width * PIXELS_PER_CELL, height * PIXELS_PER_CELL, "bilinear", check),
    );
  const { protectedPictures } = latents;
  return {
    ...latents,
    width,
    height,
    samples,
    ...(pictures && { pictures: larger(pictures) }),
    ...(protectedPictures && { protectedPictures: larger(protectedPictures) }),
  };
}

/** The second batch at the size of the first. */
export const fitted = (latents: LatentBatch, { width, height }: LatentBatch, check?: Check): LatentBatch =>
  resizedLatents(latents, { width, height, crop: true }, "bicubic", check);

/** Every picture changed, and the batch encoded again. */
export const onPictures = (latents: LatentBatch, change: (picture: Raster) => Raster): LatentBatch =>
  reEncoded(latents, decodedPictures(latents).map(change));

/** The part of each picture inside a box of cells, moved so that it lies inside. */
export function cutLatents(latents: LatentBatch, { x, y, width, height }: Box): LatentBatch {
  const [w, h] = [Math.max(1, Math.min(width, latents.width)), Math.max(1, Math.min(height, latents.height))];
  const box = { x: Math.min(x, latents.width - w), y: Math.min(y, latents.height - h), width: w, height: h };
  return onPictures(latents, (picture) => cropped(picture, inPixels(box)));
}

const inPixels = ({ x, y, width, height }: Box): Box => ({
  x: x * PIXELS_PER_CELL,
  y: y * PIXELS_PER_CELL,
  width: width * PIXELS_PER_CELL,
  height: height * PIXELS_PER_CELL,
});

export interface Place {
  /** Cells. */
  readonly x: number;
  readonly y: number;
  /** Cells over which the pasted picture fades in at those of its sides that lie inside. */
  readonly feather: number;
  readonly masks?: readonly Raster[];
}

/** The second batch pasted into the first. */
export function pasteLatents(under: LatentBatch, over: LatentBatch, place: Place): LatentBatch {
  const [x, y] = [place.x * PIXELS_PER_CELL, place.y * PIXELS_PER_CELL];
  const above = decodedPictures(over);
  const pictures = decodedPictures(under).map((picture, i) => {
    const one = above[i % above.length] as Raster;
    const mask = place.masks?.[i % place.masks.length];
    const cover = mask ? cellWise(mask, one) : fadedIn(one, picture, [x, y], place.feather * PIXELS_PER_CELL);
    return pasted(picture, one, x, y, cover);
  });
  return reEncoded(under, pictures);
}

/** A mask has one value for each cell. */
const cellWise = (mask: Raster, { width, height }: Raster): Raster =>
  resized(
    resized(mask, width / PIXELS_PER_CELL, height / PIXELS_PER_CELL, "bilinear"),
    width,
    height,
    "nearest-exact",
  );

function fadedIn(
  { width, height }: Raster,
  canvas: Raster,
  [left, top]: readonly [number, number],
  feather: number,
): Raster | undefined {
  if (feather === 0) return undefined;
  return mapValues(blank(width, height, 1), (_, i) => {
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

/** The first batch by `part`, the second by the rest. */
export function blended(first: LatentBatch, second: LatentBatch, part: number): LatentBatch {
  const other = decodedPictures(second);
  return reEncoded(
    first,
    decodedPictures(first).map((picture, i) => {
      const { values } = other[i % other.length] as Raster;
      return mapValues(picture, (value, at) => value * part + (values[at] as number) * (1 - part));
    }),
  );
}

/** One batch behind the other; a painted batch stays painted only among its own kind. */
export function joinedLatents(first: LatentBatch, second: LatentBatch, check?: Check): LatentBatch {
  const other = fitted(second, first, check);
  const batchIndex = [...first.batchIndex, ...other.batchIndex];
  if (!first.pictures && !other.pictures) {
    const samples = new Float32Array(first.samples.length + other.samples.length);
    samples.set(first.samples);
    samples.set(other.samples, first.samples.length);
    return { ...first, samples, batchIndex };
  }
  return { ...reEncoded(first, [...decodedPictures(first), ...decodedPictures(other)]), batchIndex };
}

const reEncoded = (latents: LatentBatch, pictures: readonly Raster[]): LatentBatch => {
  const { noisyFrom: _, ...rest } = latents;
  return { ...rest, ...encodePictures(pictures, latents.batchIndex) };
};

function interleaved(samples: Float32Array, { width, height }: LatentBatch): Raster {
  const values = new Float32Array(samples.length);
  const cells = width * height;
  for (let i = 0; i < values.length; i += 1)
    values[(i % cells) * CHANNELS + Math.trunc(i / cells)] = samples[i] as number;
  return { width, height, channels: CHANNELS, values };
}

function planar({ width, height, values }: Raster): Float32Array {
  const out = new Float32Array(values.length);
  const cells = width * height;
  for (let i = 0; i < out.length; i += 1)
    out[i] = values[(i % cells) * CHANNELS + Math.trunc(i / cells)] as number;
  return out;
}
