// Draws antialiased shapes: convex polygons, ellipses, strokes, halos, and areas between two curves.
import type { Light } from "./light.js";
import { clamp, type Rgb } from "./color-math.js";
import type { LandLayer } from "./land-layers.js";
import type { Scene } from "./scene.js";

export interface Canvas {
  readonly scene: Scene;
  readonly light: Light;
  readonly layers: readonly LandLayer[];
  /** The y of the upper edge of the hills, by column. */
  readonly shoreline: Float32Array;
  /** The pixels as interleaved red, green and blue; changed in place. */
  readonly rgb: Float32Array;
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
  /** Size of a pixel in scene units. */
  readonly pixel: number;
  /** Opacity of everything that is drawn; default 1. */
  readonly opacity?: number;
  /** Set for reflections in water: shapes are drawn upside down and distorted below this y. */
  readonly mirrorAt?: number;
}

export type Point = readonly [x: number, y: number];
export type Fill = Rgb | ((x: number, y: number) => Rgb);

/** The share of the pixel at (x, y) that a shape covers, 0 to 1. */
type Coverage = (x: number, y: number) => number;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A canvas that draws the reflections of shapes. */
export const reflectedCanvas = (canvas: Canvas, mirrorAt: number, opacity = 0.38): Canvas => ({
  ...canvas,
  mirrorAt,
  opacity: (canvas.opacity ?? 1) * opacity * (1 - 0.35 * canvas.scene.roughness),
});

/** The polygon must be convex. The corners may be in either winding order. */
export function polygon(canvas: Canvas, points: readonly Point[], fill: Fill, opacity = 1): void {
  const area = points.reduce((total, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length] as Point;
    return total + x * nextY - nextX * y;
  }, 0);
  const turn = area >= 0 ? 1 : -1;
  const edges = points.map(([x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length] as Point;
    const length = Math.sqrt((nextX - x) * (nextX - x) + (nextY - y) * (nextY - y)) || 1;
    return [x, y, (turn * (nextX - x)) / length, (turn * (nextY - y)) / length] as const;
  });
  const inside: Coverage = (px, py) => {
    let nearest = Infinity;
    for (const [x, y, dx, dy] of edges) nearest = Math.min(nearest, dx * (py - y) - dy * (px - x));
    return clamp(nearest / canvas.pixel + 0.5);
  };
  draw(canvas, boxOf(points), inside, fill, opacity);
}

export function ellipse(canvas: Canvas, center: Point, radii: Point, fill: Fill, opacity = 1): void {
  const [cx, cy] = center;
  const [rx, ry] = radii;
  const inside: Coverage = (x, y) => {
    const [u, v] = [(x - cx) / rx, (y - cy) / ry];
    return clamp(((1 - Math.sqrt(u * u + v * v)) * Math.min(rx, ry)) / canvas.pixel + 0.5);
  };
  draw(canvas, { left: cx - rx, right: cx + rx, top: cy - ry, bottom: cy + ry }, inside, fill, opacity);
}

/** A line with round caps. A line thinner than a pixel is drawn one pixel wide with lower opacity. */
export function stroke(
  canvas: Canvas,
  from: Point,
  to: Point,
  thickness: number,
  fill: Fill,
  opacity = 1,
): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const square = dx * dx + dy * dy || 1;
  const half = Math.max(thickness, canvas.pixel) / 2;
  const inside: Coverage = (x, y) => {
    const t = clamp(((x - from[0]) * dx + (y - from[1]) * dy) / square);
    const [ex, ey] = [x - from[0] - t * dx, y - from[1] - t * dy];
    return clamp((half - Math.sqrt(ex * ex + ey * ey)) / canvas.pixel + 0.5);
  };
  const box = boxOf([from, to]);
  const wide = {
    left: box.left - half,
    right: box.right + half,
    top: box.top - half,
    bottom: box.bottom + half,
  };
  draw(canvas, wide, inside, fill, opacity * Math.min(1, thickness / canvas.pixel));
}

/** Adds soft light around a point. */
export function halo(canvas: Canvas, [cx, cy]: Point, radius: number, color: Rgb, strength: number): void {
  const falloff: Coverage = (x, y) => {
    const t = 1 - Math.sqrt((x - cx) * (x - cx) + (y - cy) * (y - cy)) / radius;
    return t > 0 ? t * t * t * strength : 0;
  };
  const box = { left: cx - radius, right: cx + radius, top: cy - radius, bottom: cy + radius };
  draw(canvas, box, falloff, (_x, _y) => color, 1, true);
}

/** The area between two curves y(x). */
export function profile(
  canvas: Canvas,
  [left, right]: readonly [number, number],
  top: (x: number) => number,
  bottom: (x: number) => number,
  fill: Fill,
  opacity = 1,
): void {
  let [last, upper, lower] = [NaN, 0, 0];
  const inside: Coverage = (x, y) => {
    if (x !== last) [last, upper, lower] = [x, top(x), bottom(x)];
    return Math.min(clamp((y - upper) / canvas.pixel + 0.5), clamp((lower - y) / canvas.pixel + 0.5));
  };
  draw(canvas, { left, right, top: 0, bottom: canvas.scene.height }, inside, fill, opacity);
}

function draw(
  canvas: Canvas,
  box: Box,
  covers: Coverage,
  fill: Fill,
  opacity: number,
  additive = false,
): void {
  const { rgb, width, height, pixel, mirrorAt, scene } = canvas;
  const flip = (y: number): number => (mirrorAt === undefined ? y : mirrorAt + (mirrorAt - y) / 0.92);
  const [first, last] =
    mirrorAt === undefined ? [box.top, box.bottom] : [mirrorAt, mirrorAt + (mirrorAt - box.top) * 0.92];
  const strength = opacity * (canvas.opacity ?? 1);
  const reach = mirrorAt === undefined ? 1 : 4 + (0.02 * (1 + scene.roughness)) / pixel;
  const fromColumn = Math.max(0, Math.floor(box.left / pixel - reach));
  const toColumn = Math.min(width - 1, Math.ceil(box.right / pixel + reach));
  for (
    let row = Math.max(0, Math.floor(first / pixel) - 1);
    row <= Math.min(height - 1, Math.ceil(last / pixel) + 1);
    row += 1
  ) {
    const shownY = (row + 0.5) * pixel;
    if (mirrorAt !== undefined && shownY < mirrorAt) continue;
    const y = flip(shownY);
    const sway = mirrorAt === undefined ? 0 : swayAt(shownY - mirrorAt, scene.roughness);
    for (let column = fromColumn; column <= toColumn; column += 1) {
      if (mirrorAt !== undefined && shownY > (canvas.shoreline[column] as number)) continue;
      const x = (column + 0.5) * pixel + sway;
      const cover = covers(x, y) * strength;
      if (cover <= 0) continue;
      const color = typeof fill === "function" ? fill(x, y) : fill;
      const at = (row * width + column) * 3;
      for (let c = 0; c < 3; c += 1) {
        const under = rgb[at + c] as number;
        rgb[at + c] = additive
          ? under + (1 - clamp(under)) * clamp(cover * (color[c] as number))
          : under + ((color[c] as number) - under) * cover;
      }
    }
  }
}

/** The horizontal displacement of a reflection at a depth below the mirror line: two triangle waves. */
function swayAt(depth: number, roughness: number): number {
  const wave = (t: number): number => 4 * Math.abs(t - Math.floor(t) - 0.5) - 1;
  return (wave(depth * 42) + 0.6 * wave(depth * 97 + 0.3)) * (0.0015 + 0.03 * depth) * (0.25 + roughness);
}

function boxOf(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
