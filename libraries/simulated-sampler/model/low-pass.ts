// A low-pass filter for channels at cell resolution.
import type { CellSize } from "./scene-code.js";

/** Radius of the running mean as a share of the shorter side. */
const REACH = 0.06;

/** Applies a running mean to rows and columns of each channel, twice. The channels are concatenated. */
export function lowPass(channels: Float32Array, size: CellSize): Float32Array {
  const reach = Math.max(1, Math.round(REACH * Math.min(size.width, size.height)));
  const cells = size.width * size.height;
  const out = channels.slice();
  for (let from = 0; from < channels.length; from += cells) {
    const channel = out.subarray(from, from + cells);
    for (let pass = 0; pass < 2; pass += 1) {
      for (let y = 0; y < size.height; y += 1) average(channel, y * size.width, 1, size.width, reach);
      for (let x = 0; x < size.width; x += 1) average(channel, x, size.width, size.height, reach);
    }
  }
  return out;
}

/** A running mean along one line, in place. Near the ends it covers fewer values. */
function average(values: Float32Array, start: number, step: number, length: number, reach: number): void {
  const before = Float64Array.from({ length }, (_, i) => values[start + i * step] as number);
  let [total, count] = [0, 0];
  for (let i = -reach; i < length; i += 1) {
    if (i + reach < length) [total, count] = [total + (before[i + reach] as number), count + 1];
    if (i - reach > 0) [total, count] = [total - (before[i - reach - 1] as number), count - 1];
    if (i >= 0) values[start + i * step] = total / count;
  }
}
