// Renders the sky: gradient, sun or moon with glow, stars, clouds, aurora, rainbow.
import { cosine } from "../scene/wave.js";
import type { Light } from "./light.js";
import { blend, clamp, glow, mix, mixRgb, smoothstep, type MutableRgb, type Rgb } from "./color-math.js";
import { fractal2, lattice, noise2 } from "./value-noise.js";
import type { Scene } from "./scene.js";

/** The properties of the sky that are the same for all pixels. */
export interface Sky {
  readonly scene: Scene;
  readonly light: Light;
  readonly sunVisible: number;
  readonly moonVisible: number;
  readonly cloud: number;
  readonly cloudLit: Rgb;
  readonly cloudShade: Rgb;
  readonly stars: number;
  readonly aurora: number;
  readonly rainbow: number;
  readonly pixel: number;
}

export function skyOf(scene: Scene, light: Light, pixel: number): Sky {
  const storm = smoothstep(0.3, 1, scene.raw("storm"));
  const white = mixRgb([1, 1, 1], light.sun, 0.55 + 0.3 * clamp(scene.warm));
  return {
    scene,
    light,
    pixel,
    sunVisible: smoothstep(-0.2, 0.1, scene.day) * (1 - 0.9 * storm),
    moonVisible: scene.moon * smoothstep(0.25, -0.1, scene.day),
    cloud: clamp(0.36 + 0.32 * scene.raw("cloud") + 0.2 * storm, 0, 1),
    cloudLit: mixRgb(white, light.middle, 0.1 + 0.72 * light.night),
    cloudShade: mixRgb(mixRgb(light.middle, light.haze, 0.5), light.zenith, 0.25 + 0.35 * storm),
    stars:
      smoothstep(0.1, 0.9, scene.raw("stars") + 0.9 * light.night - 0.35) * smoothstep(0.3, 0.8, light.night),
    aurora: scene.shows("aurora"),
    rainbow: scene.shows("rainbow"),
  };
}

/** Writes the color of the sky at a point to `out`. Reflections use `detailed` false: no stars, discs or rainbow. */
export function renderSky(sky: Sky, x: number, y: number, out: MutableRgb, detailed: boolean): void {
  const { scene, light } = sky;
  const v = clamp(y / scene.horizon);
  const upper = smoothstep(0, 0.72, v);
  const lower = v * v * v;
  for (let c = 0; c < 3; c += 1) {
    out[c] = mix(
      mix(light.zenith[c] as number, light.middle[c] as number, upper),
      light.low[c] as number,
      lower,
    );
  }
  if (detailed && sky.stars > 0.01) renderStars(sky, x, y, out);
  if (sky.aurora > 0.01) renderAurora(sky, x, v, out);
  renderSun(sky, x, y, out, detailed);
  if (detailed && sky.rainbow > 0.01) renderRainbow(sky, x, y, out);
  if (sky.cloud > 0.02) renderClouds(sky, x, y, out);
}

function renderSun(
  { scene, light, sunVisible, moonVisible, pixel }: Sky,
  x: number,
  y: number,
  out: MutableRgb,
  disc: boolean,
): void {
  const { sun } = scene;
  const distance = Math.sqrt((x - sun.x) * (x - sun.x) + (y - sun.y) * (y - sun.y));
  if (sunVisible > 0.01) {
    const wide = 1 / (1 + distance * distance * 9);
    glow(out, light.sun, sunVisible * (0.16 + 0.3 * clamp(scene.warm)) * wide * wide);
    glow(out, light.sun, sunVisible * 0.9 * Math.exp(-distance * 11));
    const edge = clamp((sun.radius - distance) / (pixel * 1.6) + 0.5);
    if (disc && edge > 0)
      blend(out, mixRgb([1, 1, 0.97], light.sun, 0.45 * clamp(scene.warm)), edge * sunVisible);
  }
  if (moonVisible > 0.01) {
    glow(out, [0.62, 0.72, 0.95], moonVisible * 0.5 * Math.exp(-distance * 7));
    const edge = clamp((sun.radius - distance) / (pixel * 1.4) + 0.5);
    if (disc && edge > 0) {
      const spots = 0.86 + 0.16 * fractal2(x * 34, y * 34, 71, 3);
      blend(out, [0.97 * spots, 0.96 * spots, 0.9 * spots], edge * moonVisible);
    }
  }
}

function renderStars({ stars, scene, pixel }: Sky, x: number, y: number, out: MutableRgb): void {
  const band = noise2(x * 1.7 - y * 1.1 + scene.ridges[3], x * 0.5 + y * 0.9, 5);
  const milky = smoothstep(0.22, 0, Math.abs(x * 0.62 + y - 0.78 - 0.2 * band)) * scene.amount("stars");
  if (milky > 0) glow(out, [0.55, 0.6, 0.85], 0.26 * milky * stars * (0.4 + fractal2(x * 9, y * 9, 31, 3)));
  for (const [size, seed, share] of STAR_LAYERS) {
    const [cellX, cellY] = [Math.floor(x / size), Math.floor(y / size)];
    const chance = lattice(cellX, cellY, seed);
    if (chance > share * (1 + 1.6 * milky)) continue;
    const [px, py] = [
      0.2 + 0.6 * lattice(cellX, cellY, seed + 1),
      0.2 + 0.6 * lattice(cellX, cellY, seed + 2),
    ];
    const [dx, dy] = [x - (cellX + px) * size, y - (cellY + py) * size];
    const bright = lattice(cellX, cellY, seed + 3);
    const radius = 0.0009 + 0.0016 * bright * bright;
    const seen = Math.max(radius, pixel * 0.7);
    const falloff = clamp(1.3 - Math.sqrt(dx * dx + dy * dy) / seen) * ((radius * radius) / (seen * seen));
    const tint: Rgb = bright > 0.6 ? [1, 0.96, 0.88] : [0.86, 0.92, 1];
    const fade = smoothstep(1, 0.55, y / scene.horizon);
    if (falloff > 0) glow(out, tint, clamp(falloff * 2.2) * stars * (0.35 + 0.65 * fade));
  }
}

/** For each layer of stars: the cell size, the seed, and the share of cells with a star. */
const STAR_LAYERS: readonly (readonly [number, number, number])[] = [
  [0.021, 101, 0.26],
  [0.055, 201, 0.5],
];

function renderClouds(sky: Sky, x: number, y: number, out: MutableRgb): void {
  const { scene, light, cloud } = sky;
  const distance = scene.horizon - y + 0.16;
  const scale = 0.62 / distance;
  const u = (x - scene.width / 2) * scale + scene.ridges[2] * 3.1;
  const w = scale * 1.9 + scene.ridges[3] * 2.3;
  const density = fractal2(u * 1.5, w * 1.9, 41, 4);
  const cover = smoothstep(0.72 - 0.42 * cloud, 1.0 - 0.4 * cloud, density);
  if (cover <= 0) return;
  const toSun = (x - scene.sun.x) * (x - scene.sun.x) + (y - scene.sun.y) * (y - scene.sun.y);
  const bright = clamp(0.95 - (density - 0.5) * 1.1 + 0.22 / (1 + 8 * toSun));
  const color = mixRgb(sky.cloudShade, sky.cloudLit, bright);
  const far = smoothstep(0.16, 0.42, distance);
  blend(
    out,
    mixRgb(light.haze, color, 0.45 + 0.55 * far),
    cover * (0.3 + 0.58 * far) * (1 - 0.45 * light.night),
  );
}

function renderAurora({ scene, aurora }: Sky, x: number, v: number, out: MutableRgb): void {
  const fold = fractal2(x * 1.6 + scene.ridges[0], 0.5, 61, 3) - 0.5;
  for (const [offset, tint] of CURTAINS) {
    const base = 0.62 + fold * 0.5 + offset + 0.05 * cosine(x * 0.8 + offset * 9);
    const above = base - v;
    if (above < -0.03) continue;
    const rays = 0.55 + 0.45 * noise2(x * 26 + fold * 14, v * 1.3, 67);
    const strength = (above < 0 ? 1 + above / 0.03 : Math.exp(-above * 5.5)) * rays * aurora;
    glow(out, mixRgb(tint, [0.6, 0.3, 0.75], clamp(above * 1.8)), 0.62 * strength);
  }
}

/** The curtains of the aurora: the offset and the color of each. */
const CURTAINS: readonly (readonly [number, Rgb])[] = [
  [0, [0.2, 0.95, 0.55]],
  [-0.2, [0.15, 0.75, 0.65]],
];

function renderRainbow({ scene, rainbow }: Sky, x: number, y: number, out: MutableRgb): void {
  const center = scene.width - scene.sun.x;
  const [dx, dy] = [x - center, y - scene.horizon - 0.12];
  const t = (Math.sqrt(dx * dx + dy * dy) - 0.5) / 0.075;
  if (t < 0 || t > 1) return;
  const tint: Rgb = [
    smoothstep(0.35, 0.9, t) + 0.3 * smoothstep(0.2, 0, t),
    1 - Math.abs(t - 0.5) * 2,
    smoothstep(0.6, 0.15, t),
  ];
  glow(out, tint, 0.5 * rainbow * smoothstep(0, 0.2, t) * smoothstep(1, 0.8, t));
}
