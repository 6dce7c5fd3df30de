// Interpolation and color functions for the scene renderer.

/** A color: red, green, blue, 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** An RGB color that is changed in place. */
export type MutableRgb = [red: number, green: number, blue: number];

export const clamp = (value: number, low = 0, high = 1): number =>
  value < low ? low : value > high ? high : value;

export const mix = (a: number, b: number, t: number): number => a + (b - a) * t;

export const mixRgb = (a: Rgb, b: Rgb, t: number): MutableRgb => [
  mix(a[0], b[0], t),
  mix(a[1], b[1], t),
  mix(a[2], b[2], t),
];

export const scaleRgb = (a: Rgb, b: Rgb | number): MutableRgb =>
  typeof b === "number" ? [a[0] * b, a[1] * b, a[2] * b] : [a[0] * b[0], a[1] * b[1], a[2] * b[2]];

/** Returns 0 below `low`, 1 above `high`, and a cubic Hermite curve between them. */
export function smoothstep(low: number, high: number, value: number): number {
  const t = clamp((value - low) / (high - low));
  return t * t * (3 - 2 * t);
}

/** Blends `color` over `under` in place. */
export function blend(under: MutableRgb, color: Rgb, opacity: number): void {
  under[0] += (color[0] - under[0]) * opacity;
  under[1] += (color[1] - under[1]) * opacity;
  under[2] += (color[2] - under[2]) * opacity;
}

/** Adds light in place, up to white. */
export function glow(under: MutableRgb, light: Rgb, strength: number): void {
  for (let c = 0; c < 3; c += 1) {
    const value = under[c] as number;
    under[c] = value + (1 - clamp(value)) * clamp((light[c] as number) * strength);
  }
}
