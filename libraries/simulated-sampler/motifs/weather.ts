// Rain and falling snow.
import { ellipse, stroke, type Canvas } from "../landscape/canvas.js";
import { mixRgb, smoothstep } from "../landscape/color-math.js";
import { lattice } from "../landscape/value-noise.js";

export function rain(canvas: Canvas): void {
  const { scene, light } = canvas;
  const color = mixRgb(light.haze, [0.85, 0.88, 0.92], 0.5);
  const count = Math.round(420 * scene.width * scene.height);
  for (let i = 0; i < count; i += 1) {
    const random = (salt: number): number => lattice(i, salt, 231);
    const long = 0.02 + 0.05 * random(1);
    const [x, y] = [random(2) * scene.width, random(3) * scene.height];
    stroke(canvas, [x, y], [x - long * 0.22, y + long], 0.0014, color, 0.16 + 0.2 * random(4));
  }
}

/** Draws snowflakes, only for a high amount of snow. */
export function snowfall(canvas: Canvas): void {
  const { scene, light } = canvas;
  const amount = smoothstep(0.75, 1.15, scene.raw("snow"));
  const count = Math.round(230 * scene.width * scene.height * amount);
  const color = mixRgb([0.97, 0.98, 1], light.haze, 0.3 * light.night);
  for (let i = 0; i < count; i += 1) {
    const random = (salt: number): number => lattice(i, salt, 241);
    const size = 0.0012 + 0.0034 * random(1) * random(1);
    ellipse(
      canvas,
      [random(2) * scene.width, random(3) * scene.height],
      [size, size],
      color,
      0.35 + 0.4 * random(4),
    );
  }
}
