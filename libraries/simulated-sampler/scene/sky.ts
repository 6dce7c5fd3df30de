// The color of the sky at a point: a gradient, the sun or the moon, stars and clouds.
import { clamp, glow, mixRgb, smoothstep, type Rgb } from "./colors.js";
import type { Scene } from "./scene.js";
import { fractal, lattice } from "./value-noise.js";

/** `pixel` is the size of a pixel. A sky that water reflects (`detailed` false) has no disc and no stars. */
export function skyColor(scene: Scene, x: number, y: number, pixel: number, detailed = true): Rgb {
  const { horizon, zenith, low, light, sun, night } = scene;
  const high = clamp(y / horizon);
  let color = mixRgb(zenith, low, high * high * (0.55 + 0.45 * high) + 0.35 * high * (1 - high));
  if (detailed && night > 0.3 && pixel < LARGEST_PIXEL)
    color = glow(color, [0.9, 0.93, 1], starAt(scene, x, y, pixel));
  const distance = Math.sqrt((x - sun.x) * (x - sun.x) + (y - sun.y) * (y - sun.y));
  const seen = Math.max(1 - night, 0.7 * smoothstep(0.25, 0.6, scene.raw.moon));
  const wide = 1 / (1 + 9 * distance * distance);
  color = glow(color, light, seen * (0.12 + 0.3 * clamp(scene.raw.warmth)) * wide * wide);
  color = glow(color, light, seen * 0.8 * Math.exp(-11 * distance));
  if (detailed) {
    const disc = clamp((0.038 - distance) / (1.5 * pixel) + 0.5) * seen;
    color = mixRgb(color, mixRgb([1, 1, 0.95], light, 0.3), disc);
  }
  return cloudOver(scene, x, y, color);
}

/** The largest pixel in which a star is drawn. One that filled a cell of a latent would leave a blotch in the image. */
const LARGEST_PIXEL = 0.008;

/** The brightness of a star at a point: one star in some cells of a grid. */
function starAt(scene: Scene, x: number, y: number, pixel: number): number {
  const size = 0.03;
  const [cellX, cellY] = [Math.floor(x / size), Math.floor(y / size)];
  if (lattice(cellX, cellY, 101) > 0.3 + 0.3 * clamp(scene.raw.stars)) return 0;
  const [dx, dy] = [
    x - (cellX + 0.2 + 0.6 * lattice(cellX, cellY, 102)) * size,
    y - (cellY + 0.2 + 0.6 * lattice(cellX, cellY, 103)) * size,
  ];
  const bright = lattice(cellX, cellY, 104);
  const radius = Math.max(0.001 + 0.0015 * bright, 0.7 * pixel);
  return clamp(1.4 - Math.sqrt(dx * dx + dy * dy) / radius) * (0.3 + 0.7 * bright) * scene.night;
}

/** Clouds become flat and pale towards the horizon. */
function cloudOver(scene: Scene, x: number, y: number, color: Rgb): Rgb {
  const cover = clamp(0.36 + 0.34 * scene.raw.cloud);
  const distance = Math.max(scene.horizon - y, 0) + 0.16;
  const scale = 0.62 / distance;
  const density = fractal(
    (x - scene.width / 2) * scale * 1.5 + 4.6 * scene.raw.ridgeA,
    scale * 3.6 + 4.4 * scene.raw.ridgeB,
    41,
    4,
  );
  const opacity = smoothstep(0.74 - 0.42 * cover, 1.02 - 0.4 * cover, density);
  if (opacity <= 0) return color;
  const shade = mixRgb(
    mixRgb([1, 1, 1], scene.light, 0.6),
    scene.zenith,
    clamp(density - 0.35) + 0.6 * scene.night,
  );
  return mixRgb(color, shade, opacity * smoothstep(0.1, 0.5, distance) * 0.85);
}
