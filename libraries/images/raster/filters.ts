// Gaussian blur and sharpening.
import type { InterruptCheck, Raster } from "./raster.js";
import { mapValues } from "./raster.js";

/** Gaussian weights at 2 · radius + 1 points evenly spaced in [-1, 1], as in the nodes of a real server. */
export function gaussianWeights(radius: number, sigma: number): number[] {
  const points = Array.from({ length: 2 * radius + 1 }, (_, i) => (radius === 0 ? 0 : i / radius - 1));
  const weights = points.map((x) => Math.exp(-(x * x) / (2 * sigma * sigma)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** Convolves rows and columns with the same weights. Beyond the border, the image is mirrored. */
export function convolveRaster(
  raster: Raster,
  weights: readonly number[],
  check: InterruptCheck = () => undefined,
): Raster {
  return convolveAxis(convolveAxis(raster, weights, true, check), weights, false, check);
}

function convolveAxis(
  raster: Raster,
  weights: readonly number[],
  horizontal: boolean,
  check: InterruptCheck,
): Raster {
  const { width, height, channels, values } = raster;
  const reach = (weights.length - 1) / 2;
  const length = horizontal ? width : height;
  const stride = horizontal ? channels : width * channels;
  const out = new Float32Array(values.length);
  for (let y = 0; y < height; y += 1) {
    if (y % 64 === 0) check();
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * channels;
      const place = horizontal ? x : y;
      for (let i = 0; i < weights.length; i += 1) {
        const other = mirrored(place + i - reach, length);
        const from = at + (other - place) * stride;
        const weight = weights[i] as number;
        for (let c = 0; c < channels; c += 1) {
          out[at + c] = (out[at + c] as number) + weight * (values[from + c] as number);
        }
      }
    }
  }
  return { ...raster, values: out };
}

function mirrored(index: number, length: number): number {
  if (length === 1) return 0;
  const period = 2 * (length - 1);
  const folded = ((index % period) + period) % period;
  return folded < length ? folded : period - folded;
}

/** Adds 10 · `alpha` times the difference between the image and its blur, as the convolution kernel of a real server does. */
export function sharpenRaster(
  raster: Raster,
  radius: number,
  sigma: number,
  alpha: number,
  check?: InterruptCheck,
): Raster {
  const soft = convolveRaster(raster, gaussianWeights(radius, sigma), check);
  return mapValues(raster, (value, i) => clamp01(value + 10 * alpha * (value - (soft.values[i] as number))));
}

const clamp01 = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value);
