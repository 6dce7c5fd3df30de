// Converts scene parameters to positions, amounts and noise offsets for rendering. The unit of length is the shorter side
// of the image; y runs from top to bottom.
import { parameterIndex, type SceneParameter } from "../scene/scene-parameters.js";
import { clamp, smoothstep } from "./color-math.js";

export interface Scene {
  readonly width: number;
  readonly height: number;
  /** Time of day, from -1 (deep night) over 0 (low sun or overcast) to 1 (noon). */
  readonly day: number;
  /** Warmth of the light, from 0 (neutral) to 1.3 (glowing sunset). */
  readonly warm: number;
  readonly horizon: number;
  /** The y of the near shore; equal to the horizon when there is no water. */
  readonly shore: number;
  /** Roughness of the water, from 0 (mirror-smooth) to 1 (rough). */
  readonly roughness: number;
  readonly relief: number;
  readonly sun: { readonly x: number; readonly y: number; readonly radius: number };
  readonly moon: number;
  readonly motif: { readonly x: number; readonly y: number; readonly size: number };
  /** Offsets into the noise, which change continuously with the latent. */
  readonly ridges: readonly [number, number, number, number];
  /** A vector on the accent color wheel: its direction is the color, its length the strength. */
  readonly accent: { readonly a: number; readonly b: number };
  readonly hue: number;
  readonly vividness: number;
  /** Converts a parameter to an amount, 0 to 1.25. */
  readonly amount: (name: SceneParameter) => number;
  /** The opacity of a motif: 0 or 1 with a soft transition. */
  readonly shows: (name: SceneParameter) => number;
  readonly raw: (name: SceneParameter) => number;
}

export function readScene(code: Float64Array, width: number, height: number): Scene {
  const raw = (name: SceneParameter): number => clamp(code[parameterIndex(name)] as number, -1.8, 1.8);
  const shorter = Math.min(width, height);
  const [w, h] = [width / shorter, height / shorter];
  const horizon = h * (0.58 + 0.07 * soft(raw("horizon")) - 0.04 * clamp(raw("water"), -1, 1.2));
  const water = raw("water");
  const share = clamp(0.35 + water * 0.8, 0.08, 1.2);
  const shoreline = water < -0.3 ? horizon : horizon + (h - horizon) * (share > 0.85 ? 1.2 : share);
  const height01 = clamp(
    0.5 + 0.3 * soft(raw("sunY")) + 0.22 * raw("sunY") * (raw("sunY") < 0 ? 1 : 0),
    0.07,
    0.84,
  );
  return {
    width: w,
    height: h,
    day: clamp(0.55 + raw("daylight"), -1, 1),
    warm: clamp(raw("warmth"), 0, 1.3),
    horizon,
    shore: Math.max(horizon, shoreline),
    roughness: clamp(0.5 - 0.45 * raw("calm"), 0.05, 1),
    relief: clamp(0.42 + 0.5 * raw("relief"), 0.02, 1.1),
    sun: {
      x: w * (0.5 + 0.36 * soft(raw("sunX"))),
      y: horizon * (1 - height01),
      radius: 0.03 + 0.015 * clamp(Math.max(raw("warmth"), raw("moon"))),
    },
    moon: smoothstep(0.25, 0.6, raw("moon")),
    motif: {
      x: w * (0.5 + 0.3 * soft(raw("motifX"))),
      y: 0.5 + 0.5 * soft(raw("motifY")),
      size: 1 + 0.22 * soft(raw("scale")),
    },
    ridges: [raw("ridgeA"), raw("ridgeB"), raw("ridgeC"), raw("ridgeD")],
    accent: { a: raw("accentA"), b: raw("accentB") },
    hue: raw("hue"),
    vividness: clamp(raw("vividness"), 0, 1.8),
    amount: (name) => clamp(raw(name), 0, 1.25),
    shows: (name) => smoothstep(0.46, 0.62, raw(name)),
    raw,
  };
}

/** Compresses a value to the range -1 to 1. */
const soft = (value: number): number => value / Math.sqrt(1 + value * value);
