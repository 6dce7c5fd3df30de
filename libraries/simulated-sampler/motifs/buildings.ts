// Buildings: a village, a skyline, a castle.
import {
  ellipse,
  halo,
  reflectedCanvas,
  polygon,
  profile,
  stroke,
  type Canvas,
  type Point,
} from "../landscape/canvas.js";
import { applyLight } from "../landscape/light.js";
import { clamp, mix, mixRgb, smoothstep, type Rgb } from "../landscape/color-math.js";
import { lattice } from "../landscape/value-noise.js";
import { behindHills, hillTop } from "./hill-positions.js";

const box = (left: number, top: number, right: number, bottom: number): Point[] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];

/** The visibility of lights, from 0 (day) to 1 (dark). */
const darkness = ({ scene }: Canvas): number => smoothstep(0.45, -0.1, scene.day);

/** Small houses along the hills, from far to near. */
export function houses(canvas: Canvas): void {
  const { scene } = canvas;
  const rows = scene.shore < scene.height - 0.05 ? [0, 1] : [0];
  for (const row of rows) {
    const size = (0.055 + 0.045 * row) * scene.motif.size;
    const count = Math.max(2, Math.round((scene.width * (row === 0 ? 0.55 : 0.4)) / size / 1.5));
    for (let i = 0; i < count; i += 1) {
      const random = (salt: number): number => lattice(i + 20 * row, salt, 131);
      const spread = (i + 0.5 + 0.5 * (random(1) - 0.5)) / count - 0.5;
      const x =
        scene.width / 2 +
        (scene.motif.x - scene.width / 2) * 0.5 +
        spread * scene.width * (row === 0 ? 0.75 : 0.85);
      const ground = hillTop(canvas, x, row) ?? scene.horizon + 0.01;
      house(canvas, [x, ground + size * (0.25 + 0.35 * random(2))], size * (0.8 + 0.4 * random(3)), random);
    }
  }
}

function house(canvas: Canvas, [x, base]: Point, size: number, random: (salt: number) => number): void {
  const { scene, light } = canvas;
  const dark = darkness(canvas);
  const wall = applyLight(light, mixRgb([0.88, 0.8, 0.68], [0.66, 0.4, 0.3], random(5)), 0.75);
  const side = applyLight(light, mixRgb([0.7, 0.62, 0.52], [0.5, 0.3, 0.24], random(5)), 0.35);
  const snow = smoothstep(0.3, 0.7, scene.raw("snow"));
  const roof = applyLight(
    light,
    mixRgb(mixRgb([0.5, 0.22, 0.17], [0.33, 0.3, 0.34], random(6)), [0.96, 0.97, 1], snow),
    0.8,
  );
  const at = (u: number, v: number): Point => [x + u * size, base - v * size];
  polygon(canvas, [at(-0.5, 0), at(-0.5, 0.5), at(-0.22, 0.86), at(0.06, 0.5), at(0.06, 0)], wall);
  polygon(canvas, [at(0.06, 0), at(0.06, 0.5), at(0.62, 0.5), at(0.62, 0)], side);
  polygon(canvas, [at(0.0, 0.47), at(-0.23, 0.9), at(0.38, 0.9), at(0.7, 0.47)], roof);
  polygon(canvas, [at(-0.58, 0.45), at(-0.23, 0.92), at(-0.19, 0.86), at(-0.52, 0.42)], roof);
  polygon(canvas, box(x + size * 0.2, base - size * 1.08, x + size * 0.29, base - size * 0.85), side);
  const pane = mixRgb([0.3, 0.34, 0.4], [1, 0.82, 0.42], dark);
  for (const [u, v] of [
    [-0.22, 0.3],
    [0.22, 0.26],
    [0.46, 0.26],
  ] as const) {
    const [cx, cy] = at(u, v);
    polygon(canvas, box(cx - size * 0.06, cy - size * 0.085, cx + size * 0.06, cy + size * 0.085), pane);
    if (dark > 0.1) halo(canvas, [cx, cy], size * 0.65, [1, 0.72, 0.32], 0.42 * dark);
  }
  if (random(7) > 0.45) smoke(canvas, at(0.25, 1.1), size);
}

function smoke(canvas: Canvas, [x, y]: Point, size: number): void {
  const color = mixRgb(canvas.light.haze, [0.9, 0.9, 0.92], 0.35 * (1 - canvas.light.night));
  for (let i = 0; i < 6; i += 1) {
    const t = i / 5;
    ellipse(
      canvas,
      [x + size * (0.5 * t * t + 0.06 * (i % 2)), y - size * 0.9 * t],
      [size * (0.05 + 0.13 * t), size * (0.06 + 0.1 * t)],
      color,
      0.3 * (1 - 0.7 * t),
    );
  }
}

/** Two rows of towers at the horizon, with reflections in water. */
export function city(canvas: Canvas): void {
  const { scene } = canvas;
  const targets =
    scene.shore > scene.horizon ? [reflectedCanvas(canvas, scene.horizon, 0.6), canvas] : [canvas];
  for (const target of targets) {
    for (const [row, scale] of [
      [0, 1],
      [1, 0.68],
    ] as const)
      skyline(target, row, scale);
  }
}

function skyline(canvas: Canvas, row: number, scale: number): void {
  const { scene, light } = canvas;
  const dark = darkness(canvas);
  const step = 0.052 - 0.008 * row;
  const far = mixRgb(applyLight(light, [0.4, 0.43, 0.5], 0.5), light.haze, 0.55 - 0.4 * row);
  const pane = 0.0075;
  for (let i = 0; i * step < scene.width + step; i += 1) {
    const random = (salt: number): number => lattice(i + 100 * row, salt, 151);
    const center = Math.abs(i * step - scene.motif.x) / (0.42 * Math.max(1, scene.width * 0.7));
    const tall = scale * (0.06 + (0.3 * (0.3 + 0.7 * random(1))) / (1 + 2.2 * center * center));
    const left = i * step + step * 0.1 * random(2);
    const right = left + step * (0.78 + 0.3 * random(3));
    const top = scene.horizon - tall;
    const wall = (x: number, y: number): Rgb => {
      const [cx, cy] = [Math.floor((x - left) / pane), Math.floor((y - top) / (pane * 1.35))];
      const inPane = (x - left) / pane - cx > 0.3 && (y - top) / (pane * 1.35) - cy > 0.35;
      const shade = mixRgb(far, light.haze, clamp((y - top) / 0.5) * 0.5);
      const on = inPane && canvas.pixel < pane && lattice(cx + i * 31, cy, 153 + row) < 0.12 + 0.4 * dark;
      return on ? mixRgb(shade, [1, 0.84, 0.5], 0.12 + 0.78 * dark) : shade;
    };
    profile(
      canvas,
      [left, right],
      () => top,
      (x) => behindHills(canvas, x),
      wall,
    );
    if (random(4) > 0.75)
      stroke(canvas, [(left + right) / 2, top], [(left + right) / 2, top - 0.035 * scale], 0.0025, far);
  }
}

/** A keep and four towers on the farthest hill. */
export function castle(canvas: Canvas): void {
  const { scene, light } = canvas;
  const size = 0.19 * scene.motif.size;
  const x = clamp(scene.motif.x, 0.2, scene.width - 0.2);
  const base = (hillTop(canvas, x, 0) ?? scene.horizon) + 0.03;
  const stone = (px: number): Rgb =>
    mixRgb(
      applyLight(
        light,
        [0.6, 0.57, 0.54],
        clamp(0.6 + ((scene.sun.x > x ? 1 : -1) * (px - x)) / size, 0.15, 1.1),
      ),
      light.haze,
      0.18,
    );
  const roof = mixRgb(applyLight(light, [0.32, 0.34, 0.5], 0.8), light.haze, 0.15);
  const towers: readonly (readonly [u: number, height: number, half: number])[] = [
    [-0.62, 0.62, 0.1],
    [0.6, 0.55, 0.1],
    [-0.26, 0.95, 0.12],
    [0.22, 1.2, 0.13],
  ];
  polygon(canvas, box(x - size * 0.62, base - size * 0.42, x + size * 0.6, base), stone);
  for (let i = 0; i < 9; i += 1) {
    const left = x - size * 0.6 + (i * size * 1.2) / 9;
    polygon(canvas, box(left, base - size * 0.48, left + size * 0.07, base - size * 0.41), stone);
  }
  for (const [u, height, half] of towers) {
    const cx = x + u * size;
    const top = base - height * size;
    polygon(canvas, box(cx - half * size, top, cx + half * size, base), stone);
    polygon(
      canvas,
      [
        [cx - half * size * 1.25, top],
        [cx + half * size * 1.25, top],
        [cx, top - size * mix(0.3, 0.42, half * 4)],
      ],
      roof,
    );
    const lamp = mixRgb([0.2, 0.2, 0.25], [1, 0.8, 0.4], darkness(canvas));
    ellipse(canvas, [cx, top + size * 0.14], [size * 0.022, size * 0.045], lamp);
  }
}
