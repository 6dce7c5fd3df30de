// Upsamples fields from cell resolution to pixels with quadratic B-splines.

/** Three neighboring cells and their quadratic B-spline weights. Linear interpolation would show diamond-shaped artifacts. */
export interface SplineWeights {
  readonly cells: readonly [number, number, number];
  readonly parts: readonly [number, number, number];
}

export function splineWeights(pixel: number, pixels: number, cells: number): SplineWeights {
  const at = ((pixel + 0.5) * cells) / pixels - 0.5;
  const middle = Math.round(at);
  const t = at - middle;
  const clamp = (cell: number): number => Math.min(Math.max(cell, 0), cells - 1);
  return {
    cells: [clamp(middle - 1), clamp(middle), clamp(middle + 1)],
    parts: [0.5 * (0.5 - t) * (0.5 - t), 0.75 - t * t, 0.5 * (0.5 + t) * (0.5 + t)],
  };
}

/** Upsamples three interleaved channels; those of the result are interleaved, too. */
export function upsampleCells(
  colors: Float32Array,
  cells: { readonly width: number; readonly height: number },
  width: number,
  height: number,
): Float32Array {
  const wide = new Float32Array(width * cells.height * 3);
  const columns = Array.from({ length: width }, (_, x) => splineWeights(x, width, cells.width));
  for (let line = 0; line < cells.height; line += 1) {
    columns.forEach(({ cells: near, parts }, x) => {
      for (let c = 0; c < 3; c += 1) {
        let total = 0;
        for (let i = 0; i < 3; i += 1) {
          total +=
            (parts[i] as number) * (colors[(line * cells.width + (near[i] as number)) * 3 + c] as number);
        }
        wide[(line * width + x) * 3 + c] = total;
      }
    });
  }
  const out = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const { cells: near, parts } = splineWeights(y, height, cells.height);
    for (let at = 0; at < width * 3; at += 1) {
      let total = 0;
      for (let i = 0; i < 3; i += 1) {
        total += (parts[i] as number) * (wide[(near[i] as number) * width * 3 + at] as number);
      }
      out[y * width * 3 + at] = total;
    }
  }
  return out;
}
