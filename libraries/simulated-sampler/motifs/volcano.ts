// A volcano: a concave cone with a glowing crater, streams of lava, and a plume.
import { ellipse, halo, reflectedCanvas, profile, type Canvas } from "../landscape/canvas.js";
import { applyLight } from "../landscape/light.js";
import { clamp, mix, mixRgb, smoothstep, type Rgb } from "../landscape/color-math.js";
import { fractal1, fractal2, lattice } from "../landscape/value-noise.js";
import { behindHills } from "./hill-positions.js";

export function volcano(canvas: Canvas): void {
  const { scene, light } = canvas;
  const x = clamp(scene.motif.x, scene.width * 0.3, scene.width * 0.7);
  const rise = Math.min(0.44, scene.horizon * 0.66) * (0.9 + 0.1 * scene.motif.size);
  const summit = scene.horizon - rise;
  const mouth = 0.055;
  plume(canvas, x, summit);
  halo(canvas, [x, summit - 0.01], 0.5, [1, 0.3, 0.08], 0.62);
  const edge = (px: number): number => {
    const away = Math.max(0, Math.abs(px - x) - mouth);
    const slope = 1 / (1 + away * 3.3 + away * away * 9);
    const rough = (fractal1(px * 21 + scene.ridges[1] * 3, 171, 3) - 0.5) * 0.026;
    const dip = Math.abs(px - x) < mouth ? 0.014 * (1 - (Math.abs(px - x) / mouth) ** 2) : 0;
    return summit + rise * 1.12 * (1 - slope) + rough + dip;
  };
  const surface = (px: number, py: number): Rgb => {
    const below = py - edge(px);
    const crag = fractal2(px * 16, py * 11, 173, 4) - 0.5;
    const rock = applyLight(
      light,
      [0.25, 0.2, 0.21],
      clamp(0.5 + (px - x) * (scene.sun.x > x ? 1.2 : -1.2) + crag * 1.6, 0.05, 1),
    );
    const heat = lava(px - x, py - summit, rise);
    const near = smoothstep(rise * 0.6, 0, Math.sqrt((px - x) ** 2 + (py - summit) ** 2)) * 0.35;
    const warmed: Rgb = [rock[0] + near * 0.5, rock[1] + near * 0.13, rock[2] + near * 0.04];
    const hot = mixRgb([0.95, 0.22, 0.05], [1, 0.86, 0.42], smoothstep(0.45, 1, heat));
    return mixRgb(
      mixRgb(warmed, light.haze, 0.22 * smoothstep(0, rise, py - summit) * smoothstep(0, 0.05, below)),
      hot,
      smoothstep(0.12, 0.5, heat),
    );
  };
  const reach: [number, number] = [x - 0.75, x + 0.75];
  if (scene.shore > scene.horizon) {
    profile(reflectedCanvas(canvas, scene.horizon, 0.8), reach, edge, () => scene.horizon, surface);
  }
  profile(canvas, reach, edge, (px) => behindHills(canvas, px), surface);
  halo(canvas, [x, summit], 0.16, [1, 0.62, 0.25], 0.9);
  sparks(canvas, x, summit);
}

/** The heat of the lava at an offset from the crater, from 0 (rock) to 1 (brightest lava). */
function lava(dx: number, down: number, rise: number): number {
  let heat = smoothstep(0.05, 0.005, Math.abs(down) + Math.abs(dx) * 0.5);
  for (const [start, drift, length, seed] of STREAMS) {
    const t = down / (rise * length);
    if (t < 0 || t > 1) continue;
    const center = start + drift * down + (fractal1(down * 15, seed, 2) - 0.5) * 0.07;
    const half = mix(0.012, 0.0035, t) * (0.7 + 0.6 * fractal1(down * 40, seed + 9, 2));
    heat = Math.max(heat, smoothstep(half * 2.1, half * 0.5, Math.abs(dx - center)) * (1 - 0.45 * t * t));
  }
  return heat;
}

/** For each lava stream: start, sideways drift per length, length as a share of the cone, seed. */
const STREAMS: readonly (readonly [number, number, number, number])[] = [
  [0.005, 0.1, 0.95, 181],
  [-0.025, -0.42, 0.7, 183],
  [0.03, 0.5, 0.55, 185],
];

function plume(canvas: Canvas, x: number, summit: number): void {
  for (let i = 0; i < 26; i += 1) {
    const t = i / 25;
    const random = (salt: number): number => lattice(i, salt, 191);
    const size = 0.035 + 0.115 * t * (0.6 + 0.5 * random(1));
    const cx = x + 0.34 * t * t + (random(2) - 0.5) * 0.13 * (0.3 + t);
    const cy = summit - 0.015 - (summit + 0.05) * t + (random(3) - 0.5) * 0.05;
    const glowing = smoothstep(0.5, 0, t);
    const color = mixRgb(
      mixRgb(canvas.light.middle, [0.2, 0.18, 0.2], 0.55),
      [0.85, 0.32, 0.14],
      0.55 * glowing,
    );
    const soft = (px: number, py: number): Rgb =>
      mixRgb(
        color,
        canvas.light.haze,
        clamp(((cy - py) / size) * 0.25 + 0.1) * (1 - glowing * 0.6) + (px - px),
      );
    for (const grow of [1, 0.8, 0.6])
      ellipse(canvas, [cx, cy], [size * grow, size * grow * 0.85], soft, 0.16);
  }
}

function sparks(canvas: Canvas, x: number, summit: number): void {
  for (let i = 0; i < 22; i += 1) {
    const random = (salt: number): number => lattice(i, salt, 197);
    const height = 0.02 + 0.13 * random(1);
    const size = 0.0014 + 0.002 * random(3);
    ellipse(
      canvas,
      [x + (random(2) - 0.5) * 0.16 * (0.35 + height * 6), summit - height],
      [size, size],
      [1, 0.72, 0.3],
    );
  }
}
