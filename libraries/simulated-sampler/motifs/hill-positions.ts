// Positions of motifs relative to the hills.
import { clamp } from "../landscape/color-math.js";
import type { Canvas } from "../landscape/canvas.js";

const columnAt = ({ pixel, width }: Canvas, x: number): number =>
  clamp(Math.round(x / pixel - 0.5), 0, width - 1);

/** The y of the upper edge of a hill at x; hill 0 is the farthest. Undefined when there are no hills. */
export function hillTop(canvas: Canvas, x: number, hill: number): number | undefined {
  const hills = canvas.layers.filter(({ kind }) => kind === "hill");
  const found = hills[Math.min(hill, hills.length - 1)];
  return found?.top[columnAt(canvas, x)];
}

/** The y down to which an object behind all hills is visible at x: the upper edge of the hills, but at most the horizon. */
export function behindHills(canvas: Canvas, x: number): number {
  return Math.min(canvas.scene.horizon, canvas.shoreline[columnAt(canvas, x)] as number);
}
