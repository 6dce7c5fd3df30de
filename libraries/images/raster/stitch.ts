// Puts two pictures side by side.
import { blank, pasted, withChannels, type Raster } from "./raster.js";
import { resized } from "./resample.js";

export interface Stitching {
  /** Where the second picture goes. */
  readonly direction: "right" | "down" | "left" | "up";
  /** The second picture is scaled to the common side; otherwise the smaller one is centred. */
  readonly sameSide: boolean;
  /** Pixels between them. */
  readonly gap: number;
  /** What fills the gap and the rest. */
  readonly colour: readonly [number, number, number];
}

export function stitched(
  first: Raster,
  second: Raster,
  { direction, sameSide, gap, colour }: Stitching,
): Raster {
  const across = direction === "right" || direction === "left";
  const channels = Math.max(first.channels, second.channels);
  const [one, two] = [first, sameSide ? toSide(second, first, across) : second].map((picture) =>
    withChannels(picture, channels),
  ) as [Raster, Raster];
  const [before, after] = direction === "right" || direction === "down" ? [one, two] : [two, one];
  const [width, height] = across
    ? [before.width + gap + after.width, Math.max(before.height, after.height)]
    : [Math.max(before.width, after.width), before.height + gap + after.height];
  const canvas = blank(width, height, channels, 1);
  canvas.values.forEach((_, i) => {
    canvas.values[i] = colour[i % channels] ?? 1;
  });
  const middle = (picture: Raster): readonly [number, number] =>
    across ? [0, (height - picture.height) >> 1] : [(width - picture.width) >> 1, 0];
  const [x, y] = middle(after);
  const half = pasted(canvas, before, ...middle(before));
  return across ? pasted(half, after, before.width + gap, y) : pasted(half, after, x, before.height + gap);
}

function toSide(picture: Raster, other: Raster, across: boolean): Raster {
  const aspect = picture.width / picture.height;
  return across
    ? resized(picture, Math.max(1, Math.trunc(other.height * aspect)), other.height, "lanczos")
    : resized(picture, other.width, Math.max(1, Math.trunc(other.width / aspect)), "lanczos");
}
