// What control images and tints add to the color channels: the edges of the first, the color of the second.
import { resizeToFill } from "@pictor/images";
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
    const cells = meanOfCells(
      resizeToFill(hint, width * PIXELS_PER_CELL, height * PIXELS_PER_CELL, "bilinear"),
    );
    const mean = cells.values.reduce((sum, value) => sum + value, 0) / cells.values.length;
    for (let i = 0; i < added.length; i += 1) {
      const value = cells.values[Math.trunc(i / 3) * cells.channels + (i % cells.channels)] as number;
      added[i] = (added[i] as number) + CONTROL * strength * (value - mean);
    }
  }
  for (const { color, strength } of tints) {
    for (let i = 0; i < added.length; i += 1)
      added[i] = (added[i] as number) + TINT * strength * colorToChannel(color[i % 3] as number);
  }
  return added;
}
