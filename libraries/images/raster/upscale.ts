// Simulates an upscale model: bicubic enlargement, sharpened without overshoot at edges.
import type { InterruptCheck, Raster } from "./raster.js";
import { gaussianWeights, convolveRaster } from "./filters.js";
import { resizeRaster } from "./resample.js";

const SHARPNESS = 1.6;

/** Enlarges by an integer factor. Each value stays in the range of the 3 by 3 pixels around its source pixel. */
export function upscaleRaster(
  raster: Raster,
  factor: number,
  check: InterruptCheck = () => undefined,
): Raster {
  const [width, height] = [raster.width * factor, raster.height * factor];
  const smooth = resizeRaster(raster, width, height, "bicubic", check);
  const soft = convolveRaster(smooth, gaussianWeights(factor, 0.6), check);
  const { channels } = raster;
  const { low, high } = neighborhoodRange(raster);
  const values = new Float32Array(smooth.values.length);
  for (let y = 0; y < height; y += 1) {
    if (y % 64 === 0) check();
    const line = Math.trunc(y / factor) * raster.width;
    for (let x = 0; x < width; x += 1) {
      const from = (line + Math.trunc(x / factor)) * channels;
      const at = (y * width + x) * channels;
      for (let c = 0; c < channels; c += 1) {
        const value = smooth.values[at + c] as number;
        const sharp = value + SHARPNESS * (value - (soft.values[at + c] as number));
        values[at + c] = Math.min(Math.max(sharp, low[from + c] as number), high[from + c] as number);
      }
    }
  }
  return { width, height, channels, values };
}

/** The minimum and maximum of the 3 by 3 neighborhood of each pixel, by channel. */
function neighborhoodRange({ width, height, channels, values }: Raster): {
  low: Float32Array;
  high: Float32Array;
} {
  const [low, high] = [values.slice(), values.slice()];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * channels;
      for (let dy = Math.max(y - 1, 0); dy <= Math.min(y + 1, height - 1); dy += 1) {
        for (let dx = Math.max(x - 1, 0); dx <= Math.min(x + 1, width - 1); dx += 1) {
          const near = (dy * width + dx) * channels;
          for (let c = 0; c < channels; c += 1) {
            const value = values[near + c] as number;
            if (value < (low[at + c] as number)) low[at + c] = value;
            if (value > (high[at + c] as number)) high[at + c] = value;
          }
        }
      }
    }
  }
  return { low, high };
}
