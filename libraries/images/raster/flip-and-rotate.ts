// Pictures turned and mirrored.
import { rearranged, type Raster } from "./raster.js";

/** Upside down (`upright`), or left for right. */
export const flipped = (picture: Raster, upright: boolean): Raster =>
  rearranged(picture, picture.width, picture.height, (x, y) =>
    upright ? [x, picture.height - 1 - y] : [picture.width - 1 - x, y],
  );

/** Turns clockwise by 0, 90, 180 or 270 degrees. */
export function turned(picture: Raster, degrees: number): Raster {
  const { width, height } = picture;
  if (degrees === 90) return rearranged(picture, height, width, (x, y) => [y, height - 1 - x]);
  if (degrees === 180) return rearranged(picture, width, height, (x, y) => [width - 1 - x, height - 1 - y]);
  if (degrees === 270) return rearranged(picture, height, width, (x, y) => [width - 1 - y, x]);
  return picture;
}
