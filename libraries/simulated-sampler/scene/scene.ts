// A scene as the renderer needs it: positions, in units of the shorter side, and colors, from the parameters.
import { clamp, mix, mixRgb, smoothstep, type Rgb } from "./colors.js";
import { sceneParameters, type SceneParameter } from "./parameters.js";

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly horizon: number;
  /** The y of the near shore; equal to the horizon without water, below the image for a sea. */
  readonly shore: number;
  readonly sun: { readonly x: number; readonly y: number };
  /** Darkness, from 0 (day) to 1 (night). */
  readonly night: number;
  readonly relief: number;
  readonly fog: number;
  readonly zenith: Rgb;
  readonly low: Rgb;
  /** The color of direct light. */
  readonly light: Rgb;
  readonly ground: Rgb;
  /** The color of what stands out, such as the bands of a lighthouse. */
  readonly accent: Rgb;
  /** The parameters, each between -1.8 and 1.8. */
  readonly raw: Readonly<Record<SceneParameter, number>>;
  /** The opacity of what is either there or not, with a soft transition. */
  readonly shows: (name: SceneParameter) => number;
}

/** The colors of the sky at the zenith and at the horizon. */
const NIGHT = [[0.02, 0.04, 0.12] as Rgb, [0.17, 0.23, 0.38] as Rgb] as const;
const DAY = [[0.22, 0.47, 0.78] as Rgb, [0.86, 0.93, 0.95] as Rgb] as const;
const DUSK = [[0.2, 0.2, 0.42] as Rgb, [0.99, 0.6, 0.36] as Rgb] as const;

/** The accents from -1 over 0 to 1: blue, turquoise, red, yellow, pink. */
const ACCENTS: readonly Rgb[] = [
  [0.2, 0.34, 0.75],
  [0.1, 0.6, 0.62],
  [0.78, 0.18, 0.15],
  [0.95, 0.75, 0.2],
  [0.9, 0.45, 0.62],
];

/** `values` has one value per scene parameter; the size is in pixels. */
export function readScene(values: Float64Array, width: number, height: number): Scene {
  const raw = Object.fromEntries(
    sceneParameters.map((name, k) => [name, clamp(values[k] as number, -1.8, 1.8)]),
  ) as Record<SceneParameter, number>;
  const shorter = Math.min(width, height);
  const [w, h] = [width / shorter, height / shorter];
  const water = raw.water;
  const horizon = h * (0.6 + 0.06 * soft(raw.horizon) - 0.04 * clamp(water, -1, 1));
  const night = 1 - smoothstep(-0.4, 0.4, 0.55 + raw.daylight);
  const warm = smoothstep(0.05, 0.75, raw.warmth) * (1 - 0.7 * smoothstep(0.55, 1, night));
  const sky = (at: 0 | 1): Rgb => mixRgb(mixRgb(DAY[at], NIGHT[at], night), DUSK[at], warm);
  const grass = mixRgb([0.6, 0.53, 0.32], [0.3, 0.48, 0.2], clamp(0.6 + 0.4 * raw.lush));
  const accent = clamp(raw.accent, -1, 1) * 2 + 2;
  const before = Math.min(Math.floor(accent), 3);
  return {
    width: w,
    height: h,
    horizon,
    shore: water < -0.3 ? horizon : mix(horizon, h * 1.1, clamp(0.45 + 0.8 * water)),
    sun: {
      x: w * (0.5 + 0.36 * soft(raw.sunX)),
      y: horizon * (1 - clamp(0.5 + 0.35 * soft(raw.sunY) + 0.2 * Math.min(raw.sunY, 0), 0.06, 0.84)),
    },
    night,
    relief: clamp(0.45 + 0.5 * raw.relief, 0.05, 1.1),
    fog: clamp(raw.fog),
    zenith: sky(0),
    low: sky(1),
    light: mixRgb(mixRgb([1, 0.97, 0.9], [1, 0.66, 0.36], warm), [0.6, 0.7, 0.95], night),
    ground: mixRgb(grass, [0.92, 0.95, 0.99], smoothstep(0.2, 0.8, raw.snow)),
    accent: mixRgb(ACCENTS[before] as Rgb, ACCENTS[before + 1] as Rgb, accent - before),
    raw,
    shows: (name) => smoothstep(0.46, 0.62, raw[name]),
  };
}

/** Compresses a value to the range -1 to 1. */
export const soft = (value: number): number => value / Math.sqrt(1 + value * value);

/** A surface in the light of the scene; `facing` is 0 in the shadow and 1 towards the sun. */
export function lit({ light, low, night }: Scene, surface: Rgb, facing: number): Rgb {
  const [ambient, direct] = [0.5 - 0.3 * night, (0.62 - 0.47 * night) * facing];
  const reflected = (c: 0 | 1 | 2): number =>
    surface[c] * (ambient * (0.55 + 0.45 * low[c]) + direct * light[c]);
  return [reflected(0), reflected(1), reflected(2)];
}
