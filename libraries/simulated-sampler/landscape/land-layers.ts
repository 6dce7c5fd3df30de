// The layers of land: ridges behind the water and hills in front of it, as profiles with one height per pixel column.
import { clamp, mix, smoothstep } from "./color-math.js";
import { fractal1, lattice } from "./value-noise.js";
import type { Scene } from "./scene.js";

/** A layer of land. It covers everything below `top` (larger y) that no nearer layer hides. */
export interface LandLayer {
  /** Upper edge by column. */
  readonly top: Float32Array;
  /** Slope of the edge by column, without trees; positive falls to the right. */
  readonly slope: Float32Array;
  /** Nearness of the layer, from 0 (far) to 1 (near). */
  readonly nearness: number;
  readonly haze: number;
  /** Amount of trees, 0 to 1. */
  readonly wooded: number;
  /** Maximum height of the layer; snow caps and shading scale with it. */
  readonly rise: number;
  readonly kind: "ridge" | "hill";
  readonly seed: number;
}

/** The layers, ordered from far to near. `columns` holds the x of each pixel column. */
export function landLayers(scene: Scene, columns: Float32Array, pixel: number): LandLayer[] {
  const layers: LandLayer[] = [];
  const fog = scene.amount("fog");
  const forest = smoothstep(0.15, 0.9, scene.raw("forest"));
  const ridges = 4;
  for (let i = 0; i < ridges; i += 1) {
    const far = 1 - i / (ridges - 1);
    const rise = scene.relief * (0.1 + 0.36 * far) * Math.min(1, scene.horizon * 1.6);
    const peak = smoothstep(0.3, 0.8, scene.relief);
    const phase = 7.3 * (scene.ridges[i % 2] as number) + 5.1 * scene.ridges[2] + i * 13.7;
    const edge = (x: number): number => {
      const u = x * (1.1 + 0.5 * i) + phase;
      const ridged = 1 - Math.abs(2 * fractal1(u * 1.25, 11 + i, 2) - 1);
      const shape = mix(
        fractal1(u * 1.1, 23 + i, 4),
        ridged * ridged * 0.9 + 0.25 * fractal1(u * 5, 29 + i, 4),
        peak * (0.45 + 0.5 * far),
      );
      const crag = (fractal1(u * 13, 37 + i, 3) - 0.5) * 0.11 * peak * far;
      return scene.horizon + 0.012 * (i / ridges) - rise * Math.max(0, shape + crag - 0.16) * 1.25;
    };
    layers.push(
      layer(edge, columns, pixel, {
        nearness: i / 8,
        haze: clamp(0.3 + 0.5 * far + 0.35 * fog, 0, 0.95),
        wooded: forest * smoothstep(0.75, 0.2, far),
        rise,
        kind: "ridge",
        seed: 300 + i,
      }),
    );
  }
  return [...layers, ...hills(scene, columns, pixel, forest, fog)];
}

function hills(scene: Scene, columns: Float32Array, pixel: number, forest: number, fog: number): LandLayer[] {
  const { shore, height } = scene;
  if (shore >= height + 0.02) return [];
  const count = shore <= scene.horizon ? 5 : 3;
  const dunes = scene.amount("dunes");
  return Array.from({ length: count }, (_, i) => {
    const t = i / count;
    const base = mix(shore, height, 0.02 + 0.8 * t * (0.6 + 0.4 * t));
    const rise = (0.055 + 0.085 * t) * (1 + 0.9 * dunes) * (shore <= scene.horizon ? 1 : 0.75);
    const phase = 6.1 * (scene.ridges[(i + 1) % 4] as number) + 4.3 * scene.ridges[0] + i * 9.1;
    const edge = (x: number): number => {
      const u = x * (1.5 - 0.6 * t) + phase;
      const rolling = fractal1(u, 47 + i, 3);
      const crested = 1 - Math.abs(2 * fractal1(u * 0.8, 47 + i, 2) - 1);
      return base + rise * (0.75 - 1.5 * mix(rolling, crested, 0.85 * smoothstep(0.3, 0.8, dunes)));
    };
    return layer(edge, columns, pixel, {
      nearness: 0.5 + 0.5 * ((i + 1) / count),
      haze: clamp((0.34 + 0.42 * fog) * (1 - t) + 0.2 * fog, 0, 0.9),
      wooded: forest * (shore <= scene.horizon ? 1 : smoothstep(0.9, 0.2, t)),
      rise,
      kind: "hill",
      seed: 320 + i,
    });
  });
}

function layer(
  edge: (x: number) => number,
  columns: Float32Array,
  pixel: number,
  facts: Omit<LandLayer, "top" | "slope">,
): LandLayer {
  const size = mix(0.018, 0.075, facts.nearness * facts.nearness);
  const top = columns.map(
    (x) => edge(x) - (facts.wooded > 0.02 ? treeLine(x, size, facts.seed, facts.wooded, pixel) : 0),
  );
  const slope = columns.map((x) => (edge(x + 0.012) - edge(x - 0.012)) / 0.024);
  return { ...facts, top, slope };
}

/** Height of the conifers at x: overlapping notched triangles, one per noise cell. */
function treeLine(x: number, size: number, seed: number, amount: number, pixel: number): number {
  let highest = 0;
  const spacing = size * 0.42;
  const cell = Math.floor(x / spacing);
  for (let i = cell - 1; i <= cell + 1; i += 1) {
    if (lattice(i, 2, seed) > 0.35 + amount * 0.75) continue;
    const center = (i + 0.25 + 0.5 * lattice(i, 0, seed)) * spacing;
    const height = size * (0.5 + 0.75 * lattice(i, 1, seed));
    const along = Math.abs(x - center) / (height * 0.27);
    if (along >= 1) continue;
    const notches = pixel < size * 0.1 ? 0.07 * (along * 7 - Math.floor(along * 7)) : 0;
    highest = Math.max(highest, height * (1 - along + notches));
  }
  return highest * smoothstep(0.02, 0.4, amount);
}
