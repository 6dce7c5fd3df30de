// A lighthouse on a rock, and sailing boats.
import {
  reflectedCanvas,
  ellipse,
  halo,
  polygon,
  profile,
  stroke,
  type Canvas,
  type Point,
} from "../landscape/canvas.js";
import { applyLight } from "../landscape/light.js";
import { clamp, mix, mixRgb, smoothstep, type Rgb } from "../landscape/color-math.js";
import { fractal1, fractal2 } from "../landscape/value-noise.js";
import { accentColor } from "./accent-color.js";

/** A tapered tower with bands and a lantern, and its beam at night. */
export function lighthouse(canvas: Canvas): void {
  const { scene, light } = canvas;
  const size = 0.3 * scene.motif.size;
  const side = scene.motif.x < scene.sun.x ? -1 : 1;
  const x = clamp(scene.width / 2 + side * scene.width * 0.24, 0.14, scene.width - 0.14);
  const waterline = Math.min(scene.horizon + 0.085, scene.height - 0.06);
  const base = waterline - 0.06;
  const rock = (px: number): number => {
    const t = (px - x) / (0.21 * scene.motif.size);
    const bulk = Math.max(0, 1 - t * t);
    return waterline + 0.02 - bulk * (0.062 + 0.035 * fractal1(px * 17 + scene.ridges[0] * 5, 55, 3));
  };
  const stone = (px: number, py: number): Rgb =>
    applyLight(
      light,
      [0.33, 0.31, 0.32],
      clamp(0.55 + side * (x - px) * -2 + (fractal2(px * 30, py * 42, 57, 3) - 0.5) * 1.5, 0.05, 1),
    );
  for (const target of [reflectedCanvas(canvas, waterline, 0.5), canvas]) {
    profile(target, [x - 0.23, x + 0.23], rock, () => waterline, stone);
    tower(target, [x, base], size, side);
  }
  const dark = smoothstep(0.55, -0.1, scene.day);
  const lamp: Point = [x, base - size * 1.045];
  if (dark > 0.05) beams(canvas, lamp, dark);
  halo(canvas, lamp, 0.05 + 0.1 * dark, [1, 0.9, 0.6], 0.35 + 0.65 * dark);
  ellipse(canvas, lamp, [0.009, 0.012], [1, 0.97, 0.8]);
}

function tower(canvas: Canvas, [x, base]: Point, size: number, side: number): void {
  const { light } = canvas;
  const half = (t: number): number => size * mix(0.105, 0.062, t);
  const red = accentColor(canvas.scene, [0.78, 0.2, 0.17]);
  const shade = (surface: Rgb, px: number): Rgb => {
    const across = ((px - x) / half(0.5)) * -side;
    return applyLight(light, surface, clamp(0.62 + 0.5 * across, 0.06, 1.1));
  };
  const white: Rgb = [0.95, 0.94, 0.9];
  const section = (from: number, to: number, surface: Rgb): void => {
    polygon(
      canvas,
      [
        [x - half(from), base - size * from],
        [x + half(from), base - size * from],
        [x + half(to), base - size * to],
        [x - half(to), base - size * to],
      ],
      (px) => shade(surface, px),
    );
  };
  section(-0.06, 1, white);
  for (const from of [0.1, 0.42, 0.74]) section(from, from + 0.16, red);
  const deck = base - size;
  const box = (left: number, right: number, top: number, bottom: number, surface: Rgb): void => {
    polygon(
      canvas,
      [
        [x + left, deck + top],
        [x + right, deck + top],
        [x + right, deck + bottom],
        [x + left, deck + bottom],
      ].map(([a = 0, b = 0]) => [a, b] as const),
      (px) => shade(surface, px),
    );
  };
  const r = size * 0.062;
  box(-r * 1.55, r * 1.55, -size * 0.012, size * 0.018, [0.2, 0.2, 0.23]);
  box(-r * 0.78, r * 0.78, -size * 0.095, 0, [0.9, 0.82, 0.55]);
  polygon(
    canvas,
    [
      [x - r * 1.1, deck - size * 0.09],
      [x + r * 1.1, deck - size * 0.09],
      [x, deck - size * 0.165],
    ],
    (px) => shade(red, px),
  );
  stroke(canvas, [x, deck - size * 0.16], [x, deck - size * 0.21], size * 0.008, [0.2, 0.2, 0.23]);
  for (const t of [0.3, 0.63]) {
    ellipse(canvas, [x, base - size * t], [size * 0.014, size * 0.024], [0.25, 0.22, 0.22]);
  }
}

/** Two cones of light that fade with the distance. */
function beams(canvas: Canvas, [x, y]: Point, dark: number): void {
  for (const direction of [-1, 1]) {
    const far = x + direction * 0.95;
    const cone: Point[] = [
      [x, y - 0.006],
      [far, y - 0.1],
      [far, y + 0.03],
      [x, y + 0.006],
    ];
    for (let i = 0; i < 8; i += 1) {
      const cut = (t: number): Point[] => [
        cone[0] as Point,
        [mix(x, far, t), mix(y - 0.006, y - 0.1, t)],
        [mix(x, far, t), mix(y + 0.006, y + 0.03, t)],
        cone[3] as Point,
      ];
      polygon(canvas, cut((i + 1) / 8), [1, 0.93, 0.7], 0.03 * dark);
    }
  }
}

/** One near boat and, in wide images, a far one. */
export function boat(canvas: Canvas): void {
  const { scene } = canvas;
  const deep = Math.max(0.03, Math.min(scene.shore, scene.height) - scene.horizon);
  const x = clamp(scene.motif.x, 0.2, scene.width - 0.2);
  const away = x > scene.width / 2 ? -1 : 1;
  sailboat(canvas, [x + away * 0.33, scene.horizon + Math.min(0.022, deep * 0.2)], 0.055);
  sailboat(canvas, [x, scene.horizon + Math.min(0.13, deep * 0.55)], 0.21 * scene.motif.size);
}

function sailboat(canvas: Canvas, [x, waterline]: Point, size: number): void {
  const { light, scene } = canvas;
  const cloth = mixRgb([0.96, 0.93, 0.86], accentColor(scene, [0.96, 0.93, 0.86]), 0.85);
  const towardSun = scene.sun.x > x ? 1 : -1;
  const sail =
    (facing: number): ((px: number, py: number) => Rgb) =>
    (px, py) =>
      applyLight(
        light,
        cloth,
        clamp(facing + 0.22 * ((waterline - py) / size) + (0.5 * towardSun * (px - x)) / size, 0.12, 1.2),
      );
  const at = (u: number, v: number): Point => [x + u * size, waterline - v * size];
  for (const target of [reflectedCanvas(canvas, waterline, 0.55), canvas]) {
    stroke(target, at(0, 0.08), at(0.02, 1.18), size * 0.014, applyLight(light, [0.35, 0.26, 0.2], 0.5));
    polygon(target, [at(0.045, 0.2), at(0.045, 1.13), at(0.17, 0.75), at(0.34, 0.2)], sail(0.75));
    polygon(target, [at(-0.02, 0.22), at(0.0, 1.0), at(-0.24, 0.52), at(-0.4, 0.22)], sail(0.45));
    polygon(
      target,
      [at(-0.46, 0.15), at(0.5, 0.15), at(0.36, -0.02), at(-0.34, -0.02)],
      applyLight(light, [0.4, 0.2, 0.15], 0.6),
    );
    polygon(
      target,
      [at(-0.46, 0.15), at(0.5, 0.15), at(0.485, 0.118), at(-0.44, 0.118)],
      applyLight(light, [0.9, 0.86, 0.78], 0.8),
    );
  }
}
