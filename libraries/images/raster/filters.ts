// Gaussian blur, sharpening and Canny edge detection.
import type { InterruptCheck, Raster } from "./raster.js";
import { mapValues, withChannels } from "./raster.js";

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

/**
 * Canny edges (blur, gradient, non-maximum suppression, hysteresis): 1 on edges, else 0. The gradient of a step from black to
 * white is 4.
 */
export function detectEdges(raster: Raster, low: number, high: number, check?: InterruptCheck): Raster {
  const { width, height } = raster;
  const gray = grayOf(convolveRaster(raster, gaussianWeights(2, 0.5), check));
  const strength = new Float32Array(width * height);
  const direction = new Uint8Array(width * height);
  const at = (x: number, y: number): number =>
    gray[Math.min(Math.max(y, 0), height - 1) * width + Math.min(Math.max(x, 0), width - 1)] as number;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const row = (dy: number): number => at(x + 1, y + dy) - at(x - 1, y + dy);
      const column = (dx: number): number => at(x + dx, y + 1) - at(x + dx, y - 1);
      const dx = row(-1) + 2 * row(0) + row(1);
      const dy = column(-1) + 2 * column(0) + column(1);
      strength[y * width + x] = Math.sqrt(dx * dx + dy * dy);
      direction[y * width + x] = sector(dx, dy);
    }
  }
  return traceEdges(thinEdges(strength, direction, width, height), { width, height, low, high });
}

const grayOf = (raster: Raster): Float32Array => {
  const { values } = withChannels(raster, 3);
  return Float32Array.from(
    { length: values.length / 3 },
    (_, i) =>
      0.299 * (values[i * 3] as number) +
      0.587 * (values[i * 3 + 1] as number) +
      0.114 * (values[i * 3 + 2] as number),
  );
};

/** The direction of a gradient: 0 horizontal, 1 falling diagonal, 2 vertical, 3 rising diagonal. */
function sector(dx: number, dy: number): number {
  const [ax, ay] = [Math.abs(dx), Math.abs(dy)];
  if (ay < 0.4142 * ax) return 0;
  if (ax < 0.4142 * ay) return 2;
  return dx * dy > 0 ? 1 : 3;
}

/** Non-maximum suppression: keeps a gradient only if it is the largest across the edge. */
function thinEdges(
  strength: Float32Array,
  direction: Uint8Array,
  width: number,
  height: number,
): Float32Array {
  const steps = [1, width + 1, width, width - 1];
  return strength.map((value, i) => {
    const [x, y] = [i % width, Math.trunc(i / width)];
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return 0;
    const step = steps[direction[i] as number] as number;
    return value >= (strength[i - step] as number) && value > (strength[i + step] as number) ? value : 0;
  });
}

interface Thresholds {
  readonly width: number;
  readonly height: number;
  readonly low: number;
  readonly high: number;
}

/** Hysteresis: keeps the points above `high`, and those above `low` that are connected to them. */
function traceEdges(strength: Float32Array, { width, height, low, high }: Thresholds): Raster {
  const values = new Float32Array(strength.length);
  const open: number[] = [];
  strength.forEach((value, i) => {
    if (value >= high) open.push(i);
  });
  for (let i = open.pop(); i !== undefined; i = open.pop()) {
    if (values[i] === 1) continue;
    values[i] = 1;
    for (const step of [1, -1, width, -width, width + 1, width - 1, -width + 1, -width - 1]) {
      if ((strength[i + step] ?? 0) >= low && values[i + step] === 0) open.push(i + step);
    }
  }
  return { width, height, channels: 1, values };
}
