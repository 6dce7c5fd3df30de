// Stitches two rasters side by side.
import { blankRaster, pasteRaster, withChannels, type Raster } from "./raster.js";
import { resizeRaster } from "./resample.js";

export interface StitchOptions {
  /** The position of the second image relative to the first. */
  readonly direction: "right" | "down" | "left" | "up";
  /** True: scales the second image so that the sides that touch have the same length. False: centers the smaller image. */
  readonly matchSize: boolean;
  /** Pixels between the images. */
  readonly gap: number;
  /** The color of the gap and of the areas beside a smaller image: red, green, blue, each 0 to 1. */
  readonly color: readonly [number, number, number];
}

export function stitchRasters(
  first: Raster,
  second: Raster,
  { direction, matchSize, gap, color }: StitchOptions,
): Raster {
  const across = direction === "right" || direction === "left";
  const channels = Math.max(first.channels, second.channels);
  const [one, two] = [first, matchSize ? scaleToSide(second, first, across) : second].map((raster) =>
    withChannels(raster, channels),
  ) as [Raster, Raster];
  const [before, after] = direction === "right" || direction === "down" ? [one, two] : [two, one];
  const [width, height] = across
    ? [before.width + gap + after.width, Math.max(before.height, after.height)]
    : [Math.max(before.width, after.width), before.height + gap + after.height];
  const canvas = blankRaster(width, height, channels, 1);
  canvas.values.forEach((_, i) => {
    canvas.values[i] = color[i % channels] ?? 1;
  });
  const middle = (raster: Raster): readonly [number, number] =>
    across ? [0, (height - raster.height) >> 1] : [(width - raster.width) >> 1, 0];
  const [x, y] = middle(after);
  const half = pasteRaster(canvas, before, ...middle(before));
  return across
    ? pasteRaster(half, after, before.width + gap, y)
    : pasteRaster(half, after, x, before.height + gap);
}

function scaleToSide(raster: Raster, other: Raster, across: boolean): Raster {
  const aspect = raster.width / raster.height;
  return across
    ? resizeRaster(raster, Math.max(1, Math.trunc(other.height * aspect)), other.height, "lanczos")
    : resizeRaster(raster, other.width, Math.max(1, Math.trunc(other.width / aspect)), "lanczos");
}
