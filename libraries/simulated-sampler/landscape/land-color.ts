// Renders the color of land: rock and snow on ridges; grass, sand, snow and flowers on hills.
import type { LandLayer } from "./land-layers.js";
import { applyLight, type Light } from "./light.js";
import { blend, clamp, mix, mixRgb, smoothstep, type MutableRgb, type Rgb } from "./color-math.js";
import { fractal2, lattice, noise1, noise2 } from "./value-noise.js";
import type { Scene } from "./scene.js";

/** Writes the color of a layer to `out`. `below` is the distance from the upper edge of the layer. */
export function renderLand(
  scene: Scene,
  light: Light,
  land: LandLayer,
  column: number,
  x: number,
  below: number,
  out: MutableRgb,
): void {
  const toSun = (scene.sun.x - x) * 3;
  const side = toSun / Math.sqrt(1 + toSun * toSun);
  const facing = clamp(0.55 + 0.55 * side * (land.slope[column] as number), 0, 1.15);
  const color =
    land.kind === "ridge"
      ? ridgeColor(scene, light, land, x, below, facing, side)
      : hillColor(scene, light, land, x, below, facing, side);
  const settled =
    land.haze +
    (1 - land.haze) *
      0.5 *
      clamp(below / (land.rise + 0.05)) *
      (0.35 + scene.amount("fog")) *
      (land.kind === "ridge" ? 1 : 0.25);
  for (let c = 0; c < 3; c += 1)
    out[c] = mix(
      color[c] as number,
      light.haze[c] as number,
      clamp(settled * (0.55 + 0.4 * scene.amount("fog"))),
    );
}

function ridgeColor(
  scene: Scene,
  light: Light,
  land: LandLayer,
  x: number,
  below: number,
  facing: number,
  side: number,
): MutableRgb {
  const fold = fractal2(x * 9 + below * 5, below * 13, land.seed, 3) - 0.5;
  const facet = slopeOf(x * 5.5 + below * 2, below * 6, land.seed + 20, 3) * side;
  const surface = mixRgb(
    light.rock,
    mixRgb(light.ground, light.forest, 0.5),
    clamp(0.2 + 0.5 * land.nearness + scene.raw("lush") * 0.3),
  );
  const wooded = mixRgb(surface, light.forest, land.wooded);
  const snow = clamp(
    smoothstep(0.6, 0.95, scene.relief) * (1 - scene.amount("dunes")) * (1 - scene.shows("volcano")) +
      scene.amount("snow"),
  );
  const cap =
    snow *
    smoothstep(
      0.42 + 0.5 * fold,
      0.1 + 0.5 * fold,
      below / Math.max(land.rise, 0.01) - 0.5 * scene.amount("snow"),
    );
  const capped = mixRgb(
    wooded,
    [0.95, 0.97, 1],
    cap * (1 - 0.75 * land.wooded) * smoothstep(0.1, 0.24, land.rise + 0.2 * scene.amount("snow")),
  );
  return applyLight(
    light,
    capped,
    clamp(facing + fold * 0.5 + facet * 0.75 * smoothstep(0.02, 0.2, land.rise), 0.05, 1.2),
  );
}

/** The slope of a noise surface to the right, about -1 to 1. */
function slopeOf(u: number, v: number, seed: number, octaves: number): number {
  return (fractal2(u + 0.09, v, seed, octaves) - fractal2(u - 0.09, v, seed, octaves)) * 3.2;
}

function hillColor(
  scene: Scene,
  light: Light,
  land: LandLayer,
  x: number,
  below: number,
  facing: number,
  side: number,
): MutableRgb {
  const dunes = smoothstep(0.3, 0.8, scene.raw("dunes"));
  const near = land.nearness;
  const stroke =
    noise2(x * (60 - 30 * near) + noise1(below * 30, 9) * 2, below * (120 - 60 * near), land.seed) - 0.5;
  const patch = fractal2(x * 5, below * 14, land.seed + 40, 3) - 0.5;
  const drift = dunes > 0 ? slopeOf(x * (3.2 - 1.6 * near) + below * 1.5, below * 5.5, land.seed + 70, 2) : 0;
  const turned = clamp(facing + 0.9 * side * drift, 0, 1.15);
  const shaded = mix(0.62 + 0.5 * (facing - 0.5), clamp(turned * turned * 1.5, 0.08, 1.25), dunes);
  const depth = mix(1 - 0.5 * smoothstep(0, 0.34, below) * near, 1, 0.6 * dunes);
  const surface = mixRgb(light.ground, light.forest, land.wooded * 0.85);
  const color = applyLight(
    light,
    surface,
    clamp(shaded + 0.34 * patch + 0.18 * stroke * (1 - 0.6 * dunes), 0.02, 1.3),
  );
  const strength = depth * (1 - 0.25 * land.wooded * smoothstep(0, 0.1, below));
  color[0] *= strength;
  color[1] *= strength;
  color[2] *= strength;
  if (scene.amount("flowers") > 0.3 && land.nearness > 0.55)
    renderFlowers(scene, light, land, x, below, color);
  return color;
}

function renderFlowers(
  scene: Scene,
  light: Light,
  land: LandLayer,
  x: number,
  below: number,
  out: MutableRgb,
): void {
  const size = mix(0.006, 0.026, (land.nearness - 0.5) * 2) * (0.7 + below * 1.2);
  const [cellX, cellY] = [Math.floor(x / size), Math.floor(below / (size * 0.7))];
  const chance = lattice(cellX, cellY, land.seed + 60);
  if (
    chance >
    0.42 * smoothstep(0.3, 0.9, scene.raw("flowers")) * (0.5 + noise2(x * 6, below * 12, land.seed + 3))
  )
    return;
  const [shiftX, shiftY] = [
    lattice(cellX, cellY, land.seed + 62) - 0.5,
    lattice(cellX, cellY, land.seed + 63) - 0.5,
  ];
  const [px, py] = [x / size - cellX - 0.5 - 0.5 * shiftX, below / (size * 0.7) - cellY - 0.5 - 0.5 * shiftY];
  const bloom = 0.05 + 0.1 * lattice(cellX, cellY, land.seed + 64);
  const seen = smoothstep(bloom, bloom * 0.35, px * px + py * py);
  blend(
    out,
    applyLight(light, PETALS[Math.floor(lattice(cellX, cellY, land.seed + 61) * PETALS.length)] as Rgb, 1),
    seen,
  );
}

const PETALS: readonly Rgb[] = [
  [0.98, 0.93, 0.88],
  [0.96, 0.78, 0.2],
  [0.9, 0.28, 0.24],
  [0.72, 0.45, 0.85],
  [0.95, 0.55, 0.68],
];
