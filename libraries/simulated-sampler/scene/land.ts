// The land: mountain ridges behind the water, and hills in front of it, as one height per pixel column.
import { clamp, mix, mixRgb, smoothstep, type Rgb } from "./colors.js";
import { lit, type Scene } from "./scene.js";
import { fractal, noise } from "./value-noise.js";

/** A layer of land. It covers everything below its upper edge that no nearer layer hides. */
export interface LandLayer {
  readonly kind: "ridge" | "hill";
  /** Nearness of the layer, from 0 (far) to 1 (near). */
  readonly near: number;
  readonly seed: number;
  /** The y of the upper edge by column. */
  readonly top: Float32Array;
}

/** The layers from far to near. `pixel` is the size of a pixel. */
export function landLayers(scene: Scene, columns: number, pixel: number): readonly LandLayer[] {
  const edge = (height: (x: number) => number): Float32Array =>
    Float32Array.from({ length: columns }, (_, i) => height((i + 0.5) * pixel));
  const ridges = [0, 1, 2].map((i): LandLayer => {
    const rise = scene.relief * (0.62 - 0.2 * i) * scene.horizon;
    const from = 7.3 * (i % 2 === 0 ? scene.raw.ridgeA : scene.raw.ridgeB) + 13.7 * i;
    const top = edge((x) => {
      const u = x * (1.4 + 0.6 * i) + from;
      const sharp = 1 - Math.abs(2 * noise(u * 1.2, 0, 11 + i) - 1);
      const shape = mix(fractal(u, 0, 23 + i, 4), sharp * sharp, 0.55 * scene.relief);
      const crags = (fractal(u * 9, 0, 37 + i, 3) - 0.5) * 0.16 * scene.relief;
      return scene.horizon - rise * Math.max(0, 1.25 * (shape + crags) - 0.2);
    });
    return { kind: "ridge", near: i / 6, seed: 300 + i, top };
  });
  if (scene.shore >= scene.height) return ridges;
  const hills = [0, 1, 2].map((i): LandLayer => {
    const base = mix(scene.shore, scene.height, 0.05 + 0.28 * i);
    const from = 6.1 * (i % 2 === 0 ? scene.raw.ridgeB : scene.raw.ridgeA) + 9.1 * i;
    const top = edge((x) => base + 0.13 * (0.5 - fractal(x * (1.6 - 0.3 * i) + from, 0, 47 + i, 3)));
    return { kind: "hill", near: 0.6 + 0.2 * i, seed: 320 + i, top };
  });
  return [...ridges, ...hills];
}

/** The color at a point that is `below` the upper edge of a layer. A positive `slope` of the edge falls to the right. */
export function landColor(
  scene: Scene,
  { kind, near, seed }: LandLayer,
  [x, y]: readonly [x: number, y: number],
  below: number,
  slope: number,
): Rgb {
  const toSun = (scene.sun.x - x) * 3;
  const facing = 0.55 + (0.5 * slope * toSun) / Math.sqrt(1 + toSun * toSun);
  const haze = clamp((1 - near) * 0.55 + 0.55 * scene.fog * (1 - 0.6 * near));
  if (kind === "hill") {
    const patch = fractal(x * 6, y * 16, seed, 3) - 0.5;
    const depth = 1 - 0.5 * smoothstep(0, 0.34, below) * near;
    const color = lit(scene, scene.ground, clamp(facing + 0.5 * patch, 0.05, 1.2) * depth);
    return mixRgb(color, scene.low, 0.5 * haze);
  }
  const fold = fractal(x * 11 + y * 6, y * 17, seed, 4) - 0.5;
  const rock = mixRgb([0.38, 0.39, 0.45], scene.ground, 0.25 + near);
  const snowy = clamp(smoothstep(0.6, 0.95, scene.relief) + scene.raw.snow);
  const cap = snowy * smoothstep(0.16, 0.04, below + 0.25 * fold - 0.1 * scene.raw.snow) * (1 - 2 * near);
  const color = lit(scene, mixRgb(rock, [0.95, 0.97, 1], clamp(cap)), clamp(facing + 1.2 * fold, 0.05, 1.2));
  return mixRgb(color, scene.low, haze);
}
