// The accent color of a motif: the color that the prompt names ("a red kite"), otherwise the standard color of the motif.
import { clamp, mixRgb, smoothstep, type Rgb } from "../landscape/color-math.js";
import type { Scene } from "../landscape/scene.js";

/** The colors of the wheel, from red over green and blue to pink, each with its direction (a, b). */
const WHEEL: readonly (readonly [a: number, b: number, color: Rgb])[] = [
  [1, 0, [0.86, 0.16, 0.14]],
  [0.85, 0.53, [0.95, 0.52, 0.14]],
  [0.35, 0.94, [0.97, 0.8, 0.2]],
  [-0.6, 0.8, [0.3, 0.65, 0.28]],
  [-0.95, -0.3, [0.16, 0.66, 0.68]],
  [-0.49, -0.87, [0.16, 0.38, 0.82]],
  [0.41, -0.91, [0.55, 0.25, 0.72]],
  [0.91, -0.41, [0.95, 0.48, 0.62]],
];

export function accentColor({ accent }: Scene, standard: Rgb): Rgb {
  const length = Math.sqrt(accent.a * accent.a + accent.b * accent.b);
  const chosen = smoothstep(0.4, 0.75, length);
  if (chosen === 0) return standard;
  let total = 0;
  const color: [number, number, number] = [0, 0, 0];
  for (const [a, b, tint] of WHEEL) {
    const near = clamp((accent.a * a + accent.b * b) / length);
    const weight = near ** 24;
    total += weight;
    for (let c = 0; c < 3; c += 1) color[c] = (color[c] as number) + weight * (tint[c] as number);
  }
  if (total === 0) return standard;
  return mixRgb(standard, [color[0] / total, color[1] / total, color[2] / total], chosen);
}
