// What stands in a scene, as convex polygons: a lighthouse, a boat, a house, a kite.
import { clamp, glow, mixRgb, smoothstep, type Rgb } from "./colors.js";
import type { SceneParameter } from "./parameters.js";
import { lit, soft, type Scene } from "./scene.js";

type Point = readonly [x: number, y: number];
/** A convex polygon in units of the motif, with y upwards from its base, and its color. */
type Part = readonly [color: Rgb | "accent", ...corners: readonly Point[]];

/** An upright or tapered part: the half widths of its lower and upper edge, and their heights. */
const tapered = (color: Rgb | "accent", low: Point, high: Point): Part => [
  color,
  [-low[0], low[1]],
  [low[0], low[1]],
  [high[0], high[1]],
  [-high[0], high[1]],
];

const WHITE: Rgb = [0.95, 0.94, 0.9];
const DARK: Rgb = [0.24, 0.23, 0.25];
const WOOD: Rgb = [0.42, 0.24, 0.16];

interface Motif {
  readonly size: number;
  readonly parts: readonly Part[];
  /** The middle of the base. */
  readonly place: (scene: Scene) => Point;
  /** The middle of a lamp, in units of the motif. */
  readonly lamp?: Point;
}

/** The x that the seed chooses. */
const chosenX = ({ width, raw }: Scene): number => width * (0.5 + 0.32 * soft(raw.motifX));

const motifs: readonly (readonly [SceneParameter, Motif])[] = [
  [
    "house",
    {
      size: 0.16,
      place: (scene) => [chosenX(scene), Math.min(scene.shore + 0.1, scene.height - 0.02)],
      parts: [
        tapered(WHITE, [0.5, 0], [0.5, 0.5]),
        ["accent", [-0.62, 0.48], [0.62, 0.48], [0.4, 0.95], [-0.4, 0.95]],
        [DARK, [-0.1, 0], [0.1, 0], [0.1, 0.32], [-0.1, 0.32]],
        [
          [0.98, 0.85, 0.5],
          [0.22, 0.2],
          [0.4, 0.2],
          [0.4, 0.38],
          [0.22, 0.38],
        ],
      ],
    },
  ],
  [
    "boat",
    {
      size: 0.2,
      place: (scene) => [
        chosenX(scene),
        scene.horizon +
          Math.min(0.13, 0.55 * Math.max(0.03, Math.min(scene.shore, scene.height) - scene.horizon)),
      ],
      parts: [
        [WOOD, [-0.34, -0.02], [0.36, -0.02], [0.5, 0.15], [-0.46, 0.15]],
        [WHITE, [-0.44, 0.12], [0.485, 0.12], [0.5, 0.15], [-0.46, 0.15]],
        ["accent", [0.045, 0.2], [0.34, 0.2], [0.17, 0.75], [0.045, 1.13]],
        [WHITE, [-0.4, 0.22], [-0.02, 0.22], [0, 1], [-0.24, 0.52]],
        tapered(DARK, [0.01, 0.1], [0.01, 1.15]),
      ],
    },
  ],
  [
    "lighthouse",
    {
      size: 0.32,
      place: (scene) => [chosenX(scene), Math.min(scene.horizon + 0.05, scene.height - 0.05)],
      lamp: [0, 1.05],
      parts: [
        [DARK, [-0.72, -0.09], [0.6, -0.09], [0.32, 0.08], [-0.4, 0.06]],
        [
          [0.32, 0.3, 0.31],
          [-0.45, -0.09],
          [0.72, -0.09],
          [0.4, 0.03],
          [-0.12, 0.11],
        ],
        tapered(WHITE, [0.11, 0], [0.062, 1]),
        ...[0.1, 0.42, 0.74].map((y) =>
          tapered("accent", [0.11 - 0.048 * y, y], [0.11 - 0.048 * (y + 0.16), y + 0.16]),
        ),
        tapered([0.98, 0.88, 0.58], [0.045, 1], [0.045, 1.1]),
        tapered(DARK, [0.095, 0.985], [0.095, 1.015]),
        ["accent", [-0.07, 1.09], [0.07, 1.09], [0, 1.17]],
      ],
    },
  ],
  [
    "kite",
    {
      size: 0.3,
      place: (scene) => [chosenX(scene), 0.62 * scene.horizon],
      parts: [
        tapered(DARK, [0.006, -0.75], [0.006, 0.1]),
        ["accent", [0, 0], [0.3, 0.62], [0, 0.9], [-0.3, 0.62]],
        [WHITE, [0, 0], [0.3, 0.62], [0, 0.62]],
        [WHITE, [-0.3, 0.62], [0, 0.62], [0, 0.9]],
        ["accent", [-0.09, -0.5], [0.09, -0.42], [0.09, -0.54], [-0.09, -0.4]],
      ],
    },
  ],
];

/** A motif in a scene, with the box of each part in its units. */
interface Shown {
  readonly motif: Motif;
  readonly opacity: number;
  readonly place: Point;
  readonly parts: readonly {
    readonly color: Rgb;
    readonly corners: readonly Point[];
    readonly low: Point;
    readonly high: Point;
  }[];
}

function shownMotif(scene: Scene, name: SceneParameter, motif: Motif): Shown {
  const parts = motif.parts.map(([color, ...corners]) => {
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    return {
      color: color === "accent" ? scene.accent : color,
      corners,
      low: [Math.min(...xs), Math.min(...ys)] as const,
      high: [Math.max(...xs), Math.max(...ys)] as const,
    };
  });
  return { motif, opacity: scene.shows(name), place: motif.place(scene), parts };
}

/** The color of a point with the motifs that the scene shows. */
export function withMotifs(scene: Scene, pixel: number): (x: number, y: number, color: Rgb) => Rgb {
  const all = motifs.map(([name, motif]) => shownMotif(scene, name, motif));
  const shown = all.filter(({ opacity }) => opacity > 0.01);
  return (x, y, color) => {
    let under = color;
    for (const { motif, opacity, place, parts } of shown) {
      const [u, v] = [(x - place[0]) / motif.size, (place[1] - y) / motif.size];
      const edge = pixel / motif.size;
      let painted = under;
      for (const { color: surface, corners, low, high } of parts) {
        if (u < low[0] - edge || u > high[0] + edge || v < low[1] - edge || v > high[1] + edge) continue;
        const shade = clamp(0.62 + (scene.sun.x > place[0] ? 2 : -2) * u, 0.15, 1.1);
        painted = mixRgb(painted, lit(scene, surface, shade), coverage(corners, u, v, edge));
      }
      if (motif.lamp) painted = shine(scene, painted, u - motif.lamp[0], v - motif.lamp[1]);
      if (painted !== under) under = mixRgb(under, painted, opacity);
    }
    return under;
  };
}

/** The light of a lamp and, in the dark, of its two beams. */
function shine({ night, raw }: Scene, color: Rgb, u: number, v: number): Rgb {
  const dark = Math.max(night, 0.5 * clamp(raw.warmth));
  const halo = Math.max(0, 1 - Math.sqrt(u * u + v * v) / (0.15 + 0.35 * dark));
  const spread = 0.02 + 0.09 * Math.abs(u);
  const beam = dark * smoothstep(spread, 0, Math.abs(v - 0.04 * Math.abs(u))) * clamp(1 - Math.abs(u) / 3.2);
  return glow(color, [1, 0.9, 0.62], halo * halo * (0.4 + 0.6 * dark) + 0.28 * beam);
}

/** The share of the pixel at (x, y) that a convex polygon covers; `pixel` is the size of the pixel. */
function coverage(corners: readonly Point[], x: number, y: number, pixel: number): number {
  let [least, most] = [Infinity, -Infinity];
  let [fromX, fromY] = corners.at(-1) as Point;
  for (const [toX, toY] of corners) {
    const [dx, dy] = [toX - fromX, toY - fromY];
    const side = (dx * (y - fromY) - dy * (x - fromX)) / (Math.sqrt(dx * dx + dy * dy) || 1);
    if (side < least) least = side;
    if (side > most) most = side;
    [fromX, fromY] = [toX, toY];
  }
  return clamp(Math.max(least, -most) / pixel + 0.5);
}
