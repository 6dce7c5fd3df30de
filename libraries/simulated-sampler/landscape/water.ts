// Renders water: a reflection distorted by waves, a darker foreground, and the glitter of the sun or moon.
import type { Light } from "./light.js";
import { blend, clamp, glow, mixRgb, smoothstep, type MutableRgb } from "./color-math.js";
import { noise2 } from "./value-noise.js";
import type { Scene } from "./scene.js";

/** Writes the color of a point above the horizon, as seen in the water, to `out`. */
export type RenderReflection = (x: number, y: number, out: MutableRgb) => void;

export function renderWater(
  scene: Scene,
  light: Light,
  mirrored: RenderReflection,
  x: number,
  y: number,
  out: MutableRgb,
): void {
  const depth = y - scene.horizon;
  const wave = waveAt(scene, x, depth);
  const sway = wave * (0.008 + 0.11 * depth) * (0.35 + scene.roughness);
  mirrored(x + sway * 0.5, Math.max(0, scene.horizon - depth * 0.92 + sway * 1.6), out);
  const deep = mixRgb(light.zenith, [0.03, 0.16, 0.22], 0.45 * (1 - light.night));
  const facing = clamp(0.22 + 0.85 * depth + 0.16 * wave * (0.5 + scene.roughness));
  blend(out, deep, facing * 0.78);
  const crest = smoothstep(0.5, 0.95, wave * (0.6 + 0.6 * scene.roughness));
  blend(out, light.low, crest * 0.28 * (1 - 0.4 * light.night));
  glitter(scene, light, x, depth, wave, out);
}

/** Wave height, -1 to 1: two crossing wave trains, finer towards the horizon. */
function waveAt(scene: Scene, x: number, depth: number): number {
  const near = 1 / (depth + 0.035);
  const far = 1.6 + 0.9 * scene.roughness;
  const first = noise2(x * near * 0.55 + scene.ridges[1] * 3, near * far * 1.7 + 26 * depth, 81);
  const second = noise2(x * near * 1.3 - depth * 20, near * far * 3.1 + 60 * depth + x * 2, 83);
  return first * 1.15 + second * 0.85 - 1;
}

function glitter(scene: Scene, light: Light, x: number, depth: number, wave: number, out: MutableRgb): void {
  const source = Math.max(smoothstep(-0.2, 0.1, scene.day), scene.moon * 0.8);
  const spread = 0.028 + 0.22 * depth * (0.4 + scene.roughness);
  const across = (x - scene.sun.x) / spread;
  const column = Math.exp(-across * across);
  if (column < 0.02) return;
  const low = smoothstep(0.75, 0.1, (scene.horizon - scene.sun.y) / scene.horizon);
  const sparkle = smoothstep(0.05, 0.6, wave + 0.55 * column - 0.25);
  glow(out, light.sun, column * sparkle * source * (0.35 + 0.55 * low) * (1 - 0.6 * scene.amount("storm")));
}
