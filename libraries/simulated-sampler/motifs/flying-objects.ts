// Flying objects: a kite, a flock of birds, a hot-air balloon.
import { ellipse, polygon, stroke, type Canvas, type Point } from "../landscape/canvas.js";
import { applyLight } from "../landscape/light.js";
import { clamp, mix, mixRgb, scaleRgb, type Rgb } from "../landscape/color-math.js";
import { lattice } from "../landscape/value-noise.js";
import { sine } from "../scene/wave.js";
import { accentColor } from "./accent-color.js";

export function kite(canvas: Canvas): void {
  const { scene, light } = canvas;
  const size = 0.155 * scene.motif.size;
  const x = clamp(scene.motif.x, 0.26, scene.width - 0.26);
  const y = mix(0.22, 0.34, scene.motif.y) * Math.min(1.2, scene.horizon * 1.7);
  const lean = x < scene.width / 2 ? 0.32 : -0.32;
  const at = (u: number, v: number): Point => [x + size * (u - lean * v), y + size * (v + lean * u)];
  const color = accentColor(scene, [0.86, 0.2, 0.16]);
  const bright = applyLight(light, mixRgb(color, [1, 1, 1], 0.12), 1.15);
  const dark = applyLight(light, scaleRgb(color, 0.72), 0.9);
  const line = mixRgb(applyLight(light, [0.2, 0.18, 0.2], 0.4), light.haze, 0.2);
  curve(canvas, at(0, 0.05), [x + (lean > 0 ? -0.34 : 0.34), scene.height], 0.09, 0.0016, line);
  const tail = tailPoints(at(0, 1), size, lean);
  tail.slice(1).forEach((point, i) => stroke(canvas, tail[i] as Point, point, 0.0028, line));
  polygon(canvas, [at(0, -0.72), at(0.55, 0), at(0, 0)], bright);
  polygon(canvas, [at(0, -0.72), at(-0.55, 0), at(0, 0)], dark);
  polygon(canvas, [at(0, 1), at(0.55, 0), at(0, 0)], dark);
  polygon(canvas, [at(0, 1), at(-0.55, 0), at(0, 0)], bright);
  stroke(canvas, at(0, -0.72), at(0, 1), 0.003, line, 0.7);
  stroke(canvas, at(-0.55, 0), at(0.55, 0), 0.003, line, 0.7);
  tail.forEach((point, i) => {
    if (i % 4 === 3)
      bow(canvas, point, size * 0.085, i % 8 === 3 ? bright : applyLight(light, [0.97, 0.84, 0.35], 1));
  });
}

function tailPoints([x, y]: Point, size: number, lean: number): Point[] {
  return Array.from({ length: 21 }, (_, i) => {
    const t = i / 20;
    return [
      x - lean * size * 3.4 * t + 0.16 * size * sine(t * 1.9) * (0.3 + t),
      y + size * 1.55 * t + 0.1 * size * sine(t * 1.4),
    ];
  });
}

function bow(canvas: Canvas, [x, y]: Point, size: number, color: Rgb): void {
  polygon(
    canvas,
    [
      [x, y],
      [x - size, y - size * 0.6],
      [x - size, y + size * 0.6],
    ],
    color,
  );
  polygon(
    canvas,
    [
      [x, y],
      [x + size, y - size * 0.6],
      [x + size, y + size * 0.6],
    ],
    color,
  );
}

/** Draws a sagging line. */
function curve(canvas: Canvas, from: Point, to: Point, sag: number, thickness: number, color: Rgb): void {
  const pieces = 24;
  const at = (i: number): Point => {
    const t = i / pieces;
    return [mix(from[0], to[0], t), mix(from[1], to[1], t) + sag * 4 * t * (1 - t)];
  };
  for (let i = 0; i < pieces; i += 1) stroke(canvas, at(i), at(i + 1), thickness, color, 0.8);
}

export function birds(canvas: Canvas): void {
  const { scene, light } = canvas;
  const color = mixRgb([0.12, 0.12, 0.16], light.middle, 0.2);
  const count = 7;
  for (let i = 0; i < count; i += 1) {
    const random = (salt: number): number => lattice(i, salt, 91);
    const size = (0.012 + 0.014 * random(1)) * scene.motif.size;
    const x = scene.width * (0.5 - 0.3 * (scene.motif.x / scene.width - 0.5)) + (random(2) - 0.5) * 0.5;
    const y = scene.horizon * (0.3 + 0.3 * random(3));
    const lift = 0.3 + 0.45 * random(4);
    const wing = (side: number): void => {
      const elbow: Point = [x + side * size * 0.5, y - size * lift];
      stroke(canvas, [x, y], elbow, size * 0.13, color);
      stroke(canvas, elbow, [x + side * size * 1.15, y - size * lift * 0.55], size * 0.09, color);
    };
    wing(-1);
    wing(1);
  }
}

export function balloon(canvas: Canvas): void {
  const { scene } = canvas;
  const x = clamp(scene.motif.x, 0.2, scene.width - 0.2);
  envelope(canvas, [x, scene.horizon * mix(0.34, 0.46, scene.motif.y)], 0.135 * scene.motif.size);
  const away = x > scene.width / 2 ? -1 : 1;
  envelope(canvas, [x + away * 0.3, scene.horizon * 0.62], 0.042);
}

function envelope(canvas: Canvas, [x, y]: Point, radius: number): void {
  const { scene, light } = canvas;
  const first = accentColor(scene, [0.85, 0.27, 0.2]);
  const side = scene.sun.x > x ? 1 : -1;
  const cloth = (px: number, py: number): Rgb => {
    const narrow = Math.sqrt(Math.max(0.05, 1 - ((py - y) / (radius * 1.35)) ** 2));
    const across = clamp((px - x) / (radius * narrow), -0.999, 0.999);
    const stripe = Math.floor((across * (1.35 - 0.35 * across * across) + 1) * 4);
    const surface: Rgb = stripe % 2 === 0 ? first : [0.97, 0.88, 0.66];
    return applyLight(
      light,
      surface,
      clamp(0.7 + 0.5 * side * across - 0.25 * ((py - y) / radius), 0.1, 1.2),
    );
  };
  const rope = applyLight(light, [0.25, 0.2, 0.17], 0.4);
  for (const end of [-1, 1]) {
    stroke(
      canvas,
      [x + end * radius * 0.4, y + radius * 0.9],
      [x + end * radius * 0.14, y + radius * 1.62],
      radius * 0.02,
      rope,
    );
  }
  polygon(
    canvas,
    [
      [x - radius * 0.83, y + radius * 0.55],
      [x + radius * 0.83, y + radius * 0.55],
      [x + radius * 0.26, y + radius * 1.28],
      [x - radius * 0.26, y + radius * 1.28],
    ],
    cloth,
  );
  ellipse(canvas, [x, y], [radius, radius * 1.02], cloth);
  polygon(
    canvas,
    [
      [x - radius * 0.16, y + radius * 1.6],
      [x + radius * 0.16, y + radius * 1.6],
      [x + radius * 0.13, y + radius * 1.84],
      [x - radius * 0.13, y + radius * 1.84],
    ],
    applyLight(light, [0.5, 0.32, 0.18], 0.7),
  );
}
