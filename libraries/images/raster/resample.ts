// Resizes rasters with the methods of a real server (PyTorch's interpolate, PIL's Lanczos): one list of taps per axis, which is
// applied to the rows and then to the columns.
import { pythonError } from "../python-error.js";
import type { InterruptCheck, Raster } from "./raster.js";
import { cropRaster } from "./raster.js";

export const imageMethods = ["nearest-exact", "bilinear", "area", "bicubic", "lanczos"] as const;

export type ResampleMethod = (typeof imageMethods)[number];

/** For each target point, the first source point and the weights of that point and those after it. */
type Taps = readonly { readonly first: number; readonly weights: readonly number[] }[];

export function resizeRaster(
  raster: Raster,
  width: number,
  height: number,
  method: ResampleMethod,
  check: InterruptCheck = () => undefined,
): Raster {
  if (width * height * raster.width * raster.height === 0) {
    const [input, output] = [raster, { width, height }].map(
      (size) => `(H: ${size.height}, W: ${size.width})`,
    );
    const message = `Input and output sizes should be greater than 0, but got input ${input} output ${output}`;
    throw pythonError("RuntimeError", message);
  }
  const eightBit = method === "lanczos";
  const source = eightBit ? truncateToBytes(raster) : raster;
  const along = resampleRows(source, tapsOf(method, raster.width, width), check);
  const wide = eightBit ? roundToBytes(along) : along;
  const down = resampleColumns(wide, tapsOf(method, raster.height, height), check);
  return eightBit ? roundToBytes(down) : down;
}

/** Crops the center to the new aspect ratio, then resizes. */
export function resizeToFill(
  raster: Raster,
  width: number,
  height: number,
  method: ResampleMethod,
  check?: InterruptCheck,
): Raster {
  return resizeRaster(cropToAspect(raster, width / height), width, height, method, check);
}

/** Crops the center to another aspect ratio (width / height), rounded as on a real server. */
export function cropToAspect(raster: Raster, aspect: number): Raster {
  const own = raster.width / raster.height;
  const x = own > aspect ? roundHalfEven((raster.width - raster.width * (aspect / own)) / 2) : 0;
  const y = own < aspect ? roundHalfEven((raster.height - raster.height * (own / aspect)) / 2) : 0;
  if (x === 0 && y === 0) return raster;
  return cropRaster(raster, { x, y, width: raster.width - 2 * x, height: raster.height - 2 * y });
}

/** Python's `round`. Throws the error of Python for NaN and infinity. */
export function roundHalfEven(value: number): number {
  if (Number.isNaN(value)) throw pythonError("ValueError", "cannot convert float NaN to integer");
  if (!Number.isFinite(value)) {
    throw pythonError("OverflowError", "cannot convert float infinity to integer");
  }
  const low = Math.floor(value);
  const part = value - low;
  return part > 0.5 || (part === 0.5 && low % 2 !== 0) ? low + 1 : low;
}

/** Truncates values to bytes, because PIL resizes images of 8 bits. */
function truncateToBytes(raster: Raster): Raster {
  const values = raster.values.map((value) => {
    const scaled = Math.fround(255 * value);
    return Math.trunc(scaled < 0 ? 0 : scaled > 255 ? 255 : scaled) / 255;
  });
  return { ...raster, values };
}

/** Rounds values to bytes, as PIL does after each of the two passes. */
function roundToBytes(raster: Raster): Raster {
  const values = raster.values.map((value) => Math.floor(Math.min(Math.max(value, 0), 1) * 255 + 0.5) / 255);
  return { ...raster, values };
}

function tapsOf(method: ResampleMethod, from: number, to: number): Taps {
  const scale = from / to;
  return Array.from({ length: to }, (_, i) => {
    const center = (i + 0.5) * scale;
    switch (method) {
      case "nearest-exact":
        return { first: Math.min(Math.floor(center), from - 1), weights: [1] };
      case "area":
        return areaTaps(i, from, to);
      case "lanczos":
        return lanczosTaps(center, Math.max(scale, 1), from);
      case "bilinear":
        return linearTaps(Math.max(center - 0.5, 0), from);
      case "bicubic":
        return cubicTaps(center - 0.5, from);
    }
  });
}

function areaTaps(i: number, from: number, to: number): Taps[number] {
  const first = Math.floor((i * from) / to);
  const count = Math.ceil(((i + 1) * from) / to) - first;
  return { first, weights: Array.from({ length: count }, () => 1 / count) };
}

function linearTaps(at: number, from: number): Taps[number] {
  const first = Math.min(Math.floor(at), from - 1);
  const part = first + 1 < from ? at - first : 0;
  return { first, weights: part === 0 ? [1] : [1 - part, part] };
}

/** Cubic convolution with a = -0.75. Beyond the border, the border pixel is repeated. */
function cubicTaps(at: number, from: number): Taps[number] {
  const low = Math.floor(at);
  const a = -0.75;
  const near = (x: number): number => ((a + 2) * x - (a + 3)) * x * x + 1;
  const far = (x: number): number => ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
  const t = at - low;
  return foldBorder([far(t + 1), near(t), near(1 - t), far(2 - t)], low - 1, from);
}

/** Lanczos window with three lobes, widened by the scale when the image shrinks. */
function lanczosTaps(center: number, widening: number, from: number): Taps[number] {
  const reach = 3 * widening;
  const first = Math.max(0, Math.floor(center - reach + 0.5));
  const end = Math.min(from, Math.floor(center + reach + 0.5));
  const weights = Array.from({ length: end - first }, (_, i) =>
    lanczos((first + i - center + 0.5) / widening),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return { first, weights: weights.map((weight) => weight / total) };
}

function lanczos(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= 3) return 0;
  const angle = Math.PI * x;
  return (3 * Math.sin(angle) * Math.sin(angle / 3)) / (angle * angle);
}

/** Adds the weights of points beyond the border to the weight of the border point. */
function foldBorder(weights: readonly number[], start: number, from: number): Taps[number] {
  const first = Math.min(Math.max(start, 0), from - 1);
  const last = Math.min(Math.max(start + weights.length - 1, 0), from - 1);
  const sums = Array.from({ length: last - first + 1 }, () => 0);
  weights.forEach((weight, i) => {
    const at = Math.min(Math.max(start + i, 0), from - 1) - first;
    sums[at] = (sums[at] as number) + weight;
  });
  return { first, weights: sums };
}

function resampleRows(
  { width, height, channels, values }: Raster,
  taps: Taps,
  check: InterruptCheck,
): Raster {
  const out = new Float32Array(taps.length * height * channels);
  for (let row = 0; row < height; row += 1) {
    if (row % 64 === 0) check();
    for (let x = 0; x < taps.length; x += 1) {
      const { first, weights } = taps[x] as Taps[number];
      for (let c = 0; c < channels; c += 1) {
        let total = 0;
        for (let i = 0; i < weights.length; i += 1) {
          total += (weights[i] as number) * (values[(row * width + first + i) * channels + c] as number);
        }
        out[(row * taps.length + x) * channels + c] = total;
      }
    }
  }
  return { width: taps.length, height, channels, values: out };
}

function resampleColumns({ width, channels, values }: Raster, taps: Taps, check: InterruptCheck): Raster {
  const line = width * channels;
  const out = new Float32Array(line * taps.length);
  taps.forEach(({ first, weights }, row) => {
    if (row % 64 === 0) check();
    weights.forEach((weight, i) => {
      const from = (first + i) * line;
      for (let at = 0; at < line; at += 1) {
        out[row * line + at] = (out[row * line + at] as number) + weight * (values[from + at] as number);
      }
    });
  });
  return { width, height: taps.length, channels, values: out };
}
