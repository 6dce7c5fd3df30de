// Where things stand: on the nearest land, or on the water when there is none.
import { clamp } from "../landscape/color-math.js";
import type { Canvas } from "../landscape/canvas.js";

const columnAt = ({ pixel, width }: Canvas, x: number): number =>
  clamp(Math.round(x / pixel - 0.5), 0, width - 1);

/** The y of the land's upper edge at x, of the hill with this number (0 = farthest); undefined on open water. */
export function hillTop(canvas: Canvas, x: number, hill: number): number | undefined {
  const hills = canvas.layers.filter(({ kind }) => kind === "hill");
  const found = hills[Math.min(hill, hills.length - 1)];
  return found?.top[columnAt(canvas, x)];
}

/** The lowest y at which something behind all hills can be seen at x, and no lower than the horizon. */
export function behindHills(canvas: Canvas, x: number): number {
  return Math.min(canvas.scene.horizon, canvas.shoreline[columnAt(canvas, x)] as number);
}
