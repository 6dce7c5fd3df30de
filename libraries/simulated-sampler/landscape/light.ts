// The light of a scene: sky colors, haze, direct and ambient light, and surface colors.
import { clamp, mixRgb, scaleRgb, smoothstep, type Rgb } from "./color-math.js";
import type { Scene } from "./scene.js";

export interface Light {
  /** The color at the top of the sky; `middle` and `low` follow towards the horizon. */
  readonly zenith: Rgb;
  readonly middle: Rgb;
  readonly low: Rgb;
  readonly haze: Rgb;
  /** The color of direct light, and its strength. */
  readonly sun: Rgb;
  readonly strength: number;
  /** The color of ambient light. */
  readonly ambient: Rgb;
  readonly ground: Rgb;
  readonly rock: Rgb;
  readonly forest: Rgb;
  /** Darkness, from 0 (day) to 1 (night). */
  readonly night: number;
}

const NIGHT: readonly Rgb[] = [
  [0.025, 0.045, 0.12],
  [0.06, 0.1, 0.23],
  [0.17, 0.23, 0.38],
];
const DAY: readonly Rgb[] = [
  [0.22, 0.47, 0.78],
  [0.5, 0.73, 0.92],
  [0.86, 0.93, 0.95],
];
const DUSK: readonly Rgb[] = [
  [0.13, 0.17, 0.38],
  [0.55, 0.34, 0.5],
  [0.99, 0.62, 0.36],
];
const DAWN: readonly Rgb[] = [
  [0.4, 0.56, 0.8],
  [0.91, 0.76, 0.72],
  [1, 0.87, 0.66],
];
const STORM: readonly Rgb[] = [
  [0.2, 0.23, 0.28],
  [0.36, 0.4, 0.45],
  [0.62, 0.65, 0.66],
];

export function lightOf(scene: Scene): Light {
  const night = 1 - smoothstep(-0.62, 0.18, scene.day);
  const warm = smoothstep(0.1, 1, scene.warm) * (1 - 0.75 * smoothstep(0.55, 1, night));
  const storm = 0.75 * smoothstep(0.3, 1, scene.raw("storm")) * (1 - night * 0.6);
  const tone = (i: number): Rgb => {
    const plain = mixRgb(DAY[i] as Rgb, NIGHT[i] as Rgb, night);
    const glowing = mixRgb(DUSK[i] as Rgb, DAWN[i] as Rgb, smoothstep(0.3, 0.85, scene.day));
    return hueShift(mixRgb(mixRgb(plain, glowing, warm), STORM[i] as Rgb, storm), 0.05 * scene.hue);
  };
  const [zenith, middle, low] = [tone(0), tone(1), tone(2)];
  const sun = mixRgb(
    mixRgb([1, 0.97, 0.9], [1, 0.66, 0.36], warm),
    [0.72, 0.8, 1],
    smoothstep(0.5, 1, night),
  );
  const ambient = mixRgb(
    mixRgb([0.62, 0.68, 0.74], middle, 0.45),
    scaleRgb(mixRgb(middle, low, 0.35), 1.75),
    night,
  );
  const strength = (1 - (0.72 - 0.2 * scene.moon) * night) * (1 - 0.6 * storm) * 0.62;
  return {
    zenith,
    middle,
    low,
    haze: mixRgb(low, middle, 0.35),
    sun,
    strength,
    ambient,
    night,
    ...surfaces(scene),
  };
}

function surfaces(scene: Scene): Pick<Light, "ground" | "rock" | "forest"> {
  const lush = clamp(0.62 + 0.4 * scene.raw("lush"), 0, 1);
  const [autumn, snow, sand] = [
    scene.amount("autumn"),
    smoothstep(0.2, 0.8, scene.raw("snow")),
    scene.amount("dunes"),
  ];
  const grass = mixRgb([0.6, 0.53, 0.32], [0.33, 0.5, 0.2], lush);
  const dry = mixRgb(grass, [0.68, 0.42, 0.17], clamp(autumn) * 0.75);
  const sandy = mixRgb(dry, [0.9, 0.69, 0.43], smoothstep(0.25, 0.8, sand));
  const volcanic = scene.shows("volcano");
  const ground = mixRgb(mixRgb(sandy, [0.25, 0.22, 0.22], volcanic * 0.75), [0.9, 0.93, 0.98], snow);
  const bare = mixRgb(mixRgb([0.4, 0.4, 0.44], [0.72, 0.5, 0.36], smoothstep(0.25, 0.8, sand)), ground, 0.3);
  const wood = mixRgb([0.12, 0.25, 0.17], [0.62, 0.3, 0.1], clamp(autumn) * 0.8);
  return {
    ground,
    rock: mixRgb(bare, [0.2, 0.17, 0.19], volcanic * 0.7),
    forest: mixRgb(wood, [0.62, 0.7, 0.78], snow * 0.35),
  };
}

/** The color of a surface in this light; `facing` is 0 in the shadow and 1 towards the sun. */
export const applyLight = (
  { ambient, sun, strength }: Light,
  surface: Rgb,
  facing: number,
): [number, number, number] => [
  surface[0] * (ambient[0] * 0.72 + sun[0] * strength * facing),
  surface[1] * (ambient[1] * 0.72 + sun[1] * strength * facing),
  surface[2] * (ambient[2] * 0.72 + sun[2] * strength * facing),
];

/** Shifts the hue: positive towards blue-green, negative towards violet. */
function hueShift(color: Rgb, amount: number): Rgb {
  return [clamp(color[0] - amount), clamp(color[1] + amount * 0.4), clamp(color[2] + amount * 0.2)];
}
