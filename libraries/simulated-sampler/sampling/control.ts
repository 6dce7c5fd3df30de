// What control images and tints add to the color channels: the edges of the first, the color of the second.
import { type Raster, resizeRaster, resizeToFill, withChannels } from "@pictor/images";
import { meanOfCells } from "../latents/encode-images.js";
import { colorToChannel, type LatentBatch, PIXELS_PER_CELL } from "../latents/latent.js";
import type { Conditioning } from "../values/node-values.js";

/** Factors by which the strengths of control images and tints are multiplied. */
const CONTROL = 3.6;
const TINT = 0.35;

/** Applies to all images of a batch; undefined without control images and tints. */
export function controlColors(
  positive: Conditioning,
  { width, height }: LatentBatch,
): Float32Array | undefined {
  const controls = positive.flatMap((entry) => entry.controls ?? []);
  const tints = positive.flatMap((entry) => entry.tints ?? []);
  if (controls.length === 0 && tints.length === 0) return undefined;
  const added = new Float32Array(3 * width * height);
  for (const { hint, strength } of controls) {
    const edges = edgesOf(withChannels(hint, 3), width, height);
    for (let i = 0; i < added.length; i += 1)
      added[i] = (added[i] as number) + CONTROL * strength * (edges[Math.trunc(i / 3)] as number);
  }
  for (const { color, strength } of tints) {
    for (let i = 0; i < added.length; i += 1)
      added[i] = (added[i] as number) + TINT * strength * colorToChannel(color[i % 3] as number);
  }
  return added;
}

/** For each cell of an image of that many cells, by how much it is lighter than the cells around it. */
function edgesOf(hint: Raster, width: number, height: number): Float32Array {
  const cells = meanOfCells(
    resizeToFill(hint, width * PIXELS_PER_CELL, height * PIXELS_PER_CELL, "bilinear"),
  );
  const few = (side: number): number => Math.max(1, Math.round(side / 6));
  const around = resizeRaster(
    resizeRaster(cells, few(width), few(height), "area"),
    width,
    height,
    "bilinear",
  );
  const lightness = (at: number, { values }: Raster): number =>
    ((values[3 * at] as number) + (values[3 * at + 1] as number) + (values[3 * at + 2] as number)) / 3;
  return Float32Array.from({ length: width * height }, (_, i) => lightness(i, cells) - lightness(i, around));
}
