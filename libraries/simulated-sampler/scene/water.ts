// The color of water at a point: the reflection of what is above the horizon, moved by waves, and the glitter of the sun.
import { clamp, glow, mixRgb, smoothstep, type Rgb } from "./colors.js";
import type { Scene } from "./scene.js";
import { noise } from "./value-noise.js";

/** `above` gives the color of a point above the horizon. */
export function waterColor(scene: Scene, x: number, y: number, above: (x: number, y: number) => Rgb): Rgb {
  const depth = y - scene.horizon;
  const rough = clamp(0.5 - 0.45 * scene.raw.calm, 0.05, 1);
  const near = 1 / (depth + 0.035);
  const wave =
    1.15 * noise(x * near * 0.55, near * (2.7 + 1.5 * rough) + 26 * depth, 81) +
    0.85 * noise(x * near * 1.3 - 20 * depth, near * (5 + 2.8 * rough) + 60 * depth, 83) -
    1;
  const sway = wave * (0.01 + 0.11 * depth) * (0.35 + rough);
  const mirrored = above(x + 0.5 * sway, Math.max(0, scene.horizon - 0.92 * depth + 1.6 * sway));
  const deep = mixRgb(scene.zenith, [0.03, 0.16, 0.22], 0.45 * (1 - scene.night));
  const color = mixRgb(mirrored, deep, clamp(0.2 + 0.8 * depth + 0.16 * wave * (0.5 + rough)) * 0.78);
  const across = (x - scene.sun.x) / (0.03 + 0.22 * depth * (0.4 + rough));
  const column = Math.exp(-across * across);
  const source = Math.max(1 - scene.night, 0.8 * clamp(scene.raw.moon));
  return glow(color, scene.light, 0.7 * source * column * smoothstep(0, 0.6, wave + 0.55 * column - 0.25));
}
