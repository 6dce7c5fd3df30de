// Resizes latents: like images, or with spherical interpolation between cells (bislerp).
import type { InterruptCheck, Raster } from "./raster.js";
import { resizeRaster, type ResampleMethod } from "./resample.js";

export const latentMethods = ["nearest-exact", "bilinear", "area", "bicubic", "bislerp"] as const;

export type LatentMethod = (typeof latentMethods)[number];

export function resizeCells(
  cells: Raster,
  width: number,
  height: number,
  method: LatentMethod,
  check?: InterruptCheck,
): Raster {
  if (method !== "bislerp") return resizeRaster(cells, width, height, method satisfies ResampleMethod, check);
  return transposed(slerpRows(transposed(slerpRows(cells, width)), height));
}

/** Interpolates each new cell between two neighbors in its row: the direction along an arc, the length linearly. */
function slerpRows({ width, height, channels, values }: Raster, target: number): Raster {
  const out = new Float32Array(target * height * channels);
  for (let x = 0; x < target; x += 1) {
    const at = Math.max(((x + 0.5) * width) / target - 0.5, 0);
    const low = Math.min(Math.floor(at), width - 1);
    const high = Math.min(low + 1, width - 1);
    for (let y = 0; y < height; y += 1) {
      const cell = (column: number): Float32Array =>
        values.subarray((y * width + column) * channels, (y * width + column + 1) * channels);
      out.set(slerp(cell(low), cell(high), at - low), (y * target + x) * channels);
    }
  }
  return { width: target, height, channels, values: out };
}

function slerp(a: Float32Array, b: Float32Array, part: number): Float32Array {
  const [lengthA, lengthB] = [lengthOf(a), lengthOf(b)];
  const length = lengthA * (1 - part) + lengthB * part;
  if (lengthA === 0 || lengthB === 0)
    return a.map((value, i) => value * (1 - part) + (b[i] as number) * part);
  const cosine = a.reduce((sum, value, i) => sum + (value * (b[i] as number)) / (lengthA * lengthB), 0);
  if (cosine > 1 - 1e-5) return a.map((value) => (value / lengthA) * length);
  if (cosine < 1e-5 - 1) return a.map((value, i) => value * (1 - part) + (b[i] as number) * part);
  const angle = Math.acos(cosine);
  const [shareA, shareB] = [Math.sin((1 - part) * angle), Math.sin(part * angle)].map(
    (s) => s / Math.sin(angle),
  ) as [number, number];
  return a.map((value, i) => ((value / lengthA) * shareA + ((b[i] as number) / lengthB) * shareB) * length);
}

const lengthOf = (cell: Float32Array): number =>
  Math.sqrt(cell.reduce((sum, value) => sum + value * value, 0));

function transposed({ width, height, channels, values }: Raster): Raster {
  const out = new Float32Array(values.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let c = 0; c < channels; c += 1) {
        out[(x * height + y) * channels + c] = values[(y * width + x) * channels + c] as number;
      }
    }
  }
  return { width: height, height: width, channels, values: out };
}
