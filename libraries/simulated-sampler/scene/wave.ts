// Sine and cosine from additions and multiplications only. The last bits of Math.sin differ between JavaScript engines, but
// images must have the same bytes on all of them.

/** Sine of an angle in turns (1 = full circle); error below 2e-6. */
export function sine(turns: number): number {
  const t = turns - Math.floor(turns + 0.5);
  const folded = t > 0.25 ? 0.5 - t : t < -0.25 ? -0.5 - t : t;
  const x = folded * 6.283185307179586;
  const square = x * x;
  return x * (1 + square * (-1 / 6 + square * (1 / 120 + square * (-1 / 5040 + square / 362880))));
}

/** Cosine of an angle in turns. */
export const cosine = (turns: number): number => sine(turns + 0.25);
