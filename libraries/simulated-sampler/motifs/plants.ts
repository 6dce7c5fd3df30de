// Single plants: a palm, cacti, a blossoming branch.
import { ellipse, polygon, stroke, type Canvas, type Point } from "../landscape/canvas.js";
import { applyLight } from "../landscape/light.js";
import { clamp, mix, mixRgb } from "../landscape/color-math.js";
import { lattice } from "../landscape/value-noise.js";
import { sine, cosine } from "../scene/wave.js";
import { hillTop } from "./hill-positions.js";

/** A leaning trunk and a crown of fronds at the edge of the image. */
export function palm(canvas: Canvas): void {
  const { scene, light } = canvas;
  const right = scene.motif.x > scene.width / 2;
  const foot: Point = [right ? scene.width * 0.86 : scene.width * 0.14, scene.height + 0.02];
  const size = 0.62 * Math.min(1.2, scene.height);
  const lean = right ? -0.16 : 0.16;
  const trunk = (t: number): Point => [foot[0] + lean * t * t, foot[1] - size * t];
  const bark = applyLight(light, [0.36, 0.26, 0.19], 0.5);
  for (let i = 0; i < 16; i += 1)
    stroke(canvas, trunk(i / 16), trunk((i + 1) / 16), mix(0.034, 0.02, i / 16), bark);
  const [cx, cy] = trunk(1);
  for (let i = 0; i < 10; i += 1) {
    const turn = 0.02 + (i / 10) * 0.96;
    const [dx, dy] = [cosine(turn), sine(turn)];
    const long = 0.25 * (0.8 + 0.35 * lattice(i, 0, 211));
    const leaf = applyLight(
      light,
      mixRgb([0.12, 0.3, 0.14], [0.32, 0.48, 0.16], lattice(i, 1, 211)),
      0.45 + 0.3 * (dy < 0 ? 1 : 0),
    );
    const rib = (t: number): Point => [
      cx + dx * long * t,
      cy - dy * -long * t * 0.75 + 0.22 * long * t * t - 0.04 * t,
    ];
    for (let j = 0; j < 13; j += 1) {
      const t = (j + 1) / 13;
      const [px, py] = rib(t);
      const hang = 0.055 * (1 - 0.55 * t);
      stroke(canvas, rib(j / 13), [px, py], 0.006, leaf);
      stroke(canvas, [px, py], [px + dx * hang * 0.5 - hang * 0.22, py + hang], 0.0065, leaf);
      stroke(canvas, [px, py], [px + dx * hang * 0.5 + hang * 0.22, py + hang * 0.75], 0.0065, leaf);
    }
  }
}

export function cactus(canvas: Canvas): void {
  const { scene } = canvas;
  for (const [u, size, hill] of [
    [0.24, 0.12, 0],
    [0.7, 0.2, 1],
    [0.88, 0.1, 0],
  ] as const) {
    const x = scene.width * clamp(u + 0.15 * (scene.motif.x / scene.width - 0.5), 0.06, 0.94);
    const ground = hillTop(canvas, x, hill) ?? scene.horizon;
    saguaro(canvas, [x, ground + size * 0.3], size * scene.motif.size);
  }
}

function saguaro(canvas: Canvas, [x, base]: Point, size: number): void {
  const { light, scene } = canvas;
  const half = size * 0.085;
  const toward = scene.sun.x > x ? 1 : -1;
  const skin = (px: number): readonly [number, number, number] => {
    const rib = Math.abs(((px - x) / half) * 2 - Math.floor(((px - x) / half) * 2) - 0.5);
    return applyLight(
      light,
      [0.25, 0.42, 0.24],
      clamp(0.35 + rib * 0.7 + (toward * (px - x)) / size, 0.08, 1),
    );
  };
  const limb = (from: Point, to: Point, width: number): void => {
    stroke(
      canvas,
      [x + from[0] * size, base - from[1] * size],
      [x + to[0] * size, base - to[1] * size],
      width,
      skin,
    );
  };
  limb([0, 0], [0, 1], half * 2);
  limb([0, 0.4], [-0.3, 0.46], half * 1.4);
  limb([-0.3, 0.46], [-0.3, 0.78], half * 1.4);
  limb([0, 0.55], [0.27, 0.6], half * 1.3);
  limb([0.27, 0.6], [0.27, 0.9], half * 1.3);
}

/** A branch that reaches in from an upper corner. */
export function blossom(canvas: Canvas): void {
  const { scene, light } = canvas;
  const right = scene.sun.x < scene.width / 2;
  const at = (u: number, v: number): Point => [right ? scene.width - u : u, v];
  const bark = applyLight(light, [0.24, 0.17, 0.16], 0.4);
  const limb = (from: Point, to: Point, depth: number, seed: number): void => {
    stroke(canvas, at(...from), at(...to), 0.016 / (depth + 0.6), bark);
    const span: Point = [to[0] - from[0], to[1] - from[1]];
    if (depth >= 4) {
      petals(canvas, at(...to), seed);
      return;
    }
    for (const side of [-1, 1]) {
      const bend = side * (0.35 + 0.35 * lattice(seed, depth + side, 221));
      const reach = 0.78 + 0.18 * lattice(seed, depth + 5, 223);
      const next: Point = [
        to[0] + (span[0] - span[1] * bend) * reach,
        to[1] + (span[1] + span[0] * bend) * reach,
      ];
      limb(to, next, depth + 1, seed * 2 + (side > 0 ? 1 : 0));
      if (depth > 1) petals(canvas, at(...next), seed * 7 + side);
    }
  };
  limb([-0.02, 0.1], [0.14, 0.15], 0, 1);
}

function petals(canvas: Canvas, [x, y]: Point, seed: number): void {
  const { light } = canvas;
  for (let i = 0; i < 4; i += 1) {
    const random = (salt: number): number => lattice(seed * 5 + i, salt, 227);
    const [cx, cy] = [x + (random(1) - 0.5) * 0.05, y + (random(2) - 0.5) * 0.05];
    const size = 0.006 + 0.006 * random(3);
    const color = applyLight(light, mixRgb([0.97, 0.72, 0.8], [1, 0.9, 0.93], random(4)), 0.9);
    for (let k = 0; k < 5; k += 1) {
      ellipse(
        canvas,
        [cx + cosine(k / 5) * size * 0.75, cy + sine(k / 5) * size * 0.75],
        [size * 0.62, size * 0.62],
        color,
        0.85,
      );
    }
    polygon(
      canvas,
      [
        [cx - size * 0.2, cy],
        [cx, cy - size * 0.2],
        [cx + size * 0.2, cy],
        [cx, cy + size * 0.2],
      ],
      applyLight(light, [0.9, 0.5, 0.45], 0.7),
    );
  }
}
