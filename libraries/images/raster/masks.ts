// Operations on masks: rasters of one channel.
import type { InterruptCheck, Raster } from "./raster.js";

/** Dilates the mask by `pixels` steps, or erodes it when negative. `tapered` excludes diagonal neighbors. */
export function growMask(
  mask: Raster,
  pixels: number,
  tapered: boolean,
  check: InterruptCheck = () => undefined,
): Raster {
  const { width, height } = mask;
  const pick = pixels < 0 ? Math.min : Math.max;
  const reach = tapered ? CROSS : SQUARE;
  let values = mask.values;
  for (let i = 0; i < Math.min(Math.abs(pixels), width + height); i += 1) {
    check();
    const before = values;
    const next = new Float32Array(before.length);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        let value = before[y * width + x] as number;
        for (const [dx, dy] of reach) {
          const [u, v] = [x + dx, y + dy];
          if (u < 0 || v < 0 || u >= width || v >= height) continue;
          value = pick(value, before[v * width + u] as number);
        }
        next[y * width + x] = value;
      }
    }
    values = next;
  }
  return { ...mask, values };
}

const CROSS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;
const SQUARE = [...CROSS, [1, 1], [1, -1], [-1, 1], [-1, -1]] as const;

export interface Sides {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Fades the mask to 0 towards its sides, over these numbers of pixels. As on a real server, the fades of the right and lower
 * sides begin at the first column and row instead of the last.
 */
export function featherMask(mask: Raster, sides: Sides): Raster {
  const { width, height } = mask;
  const [columns, rows] = [new Float32Array(width).fill(1), new Float32Array(height).fill(1)];
  fade(columns, sides.left, sides.right);
  fade(rows, sides.top, sides.bottom);
  const values = mask.values.map(
    (value, i) => value * (columns[i % width] as number) * (rows[Math.trunc(i / width)] as number),
  );
  return { ...mask, values };
}

function fade(factors: Float32Array, near: number, far: number): void {
  const scale = (at: number, factor: number): void => {
    factors[at] = (factors[at] as number) * factor;
  };
  const [first, last] = [Math.min(near, factors.length), Math.min(far, factors.length)];
  for (let i = 0; i < first; i += 1) scale(i, (i + 1) / first);
  for (let i = 0; i < last; i += 1) scale((factors.length - i) % factors.length, (i + 1) / last);
}
