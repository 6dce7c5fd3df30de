// Interpolation of numbers and colors.

/** A color: red, green, blue, 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

export const clamp = (value: number, low = 0, high = 1): number =>
  value < low ? low : value > high ? high : value;

export const mix = (a: number, b: number, t: number): number => a + (b - a) * t;

export const mixRgb = (a: Rgb, b: Rgb, t: number): Rgb => [
  mix(a[0], b[0], t),
  mix(a[1], b[1], t),
  mix(a[2], b[2], t),
];

/** Adds light, up to white. */
export const glow = (under: Rgb, light: Rgb, strength: number): Rgb => [
  under[0] + (1 - clamp(under[0])) * clamp(light[0] * strength),
  under[1] + (1 - clamp(under[1])) * clamp(light[1] * strength),
  under[2] + (1 - clamp(under[2])) * clamp(light[2] * strength),
];

/** Returns 0 below `low`, 1 above `high`, and a cubic Hermite curve between them. */
export function smoothstep(low: number, high: number, value: number): number {
  const t = clamp((value - low) / (high - low));
  return t * t * (3 - 2 * t);
}
