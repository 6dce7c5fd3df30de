// Flips rasters and rotates them by right angles.
import { remapPixels, type Raster } from "./raster.js";

/** Flips top to bottom (`vertically`) or left to right. */
export const flipRaster = (raster: Raster, vertically: boolean): Raster =>
  remapPixels(raster, raster.width, raster.height, (x, y) =>
    vertically ? [x, raster.height - 1 - y] : [raster.width - 1 - x, y],
  );

/** Rotates clockwise by 0, 90, 180 or 270 degrees. */
export function rotateRaster(raster: Raster, degrees: number): Raster {
  const { width, height } = raster;
  if (degrees === 90) return remapPixels(raster, height, width, (x, y) => [y, height - 1 - x]);
  if (degrees === 180) return remapPixels(raster, width, height, (x, y) => [width - 1 - x, height - 1 - y]);
  if (degrees === 270) return remapPixels(raster, height, width, (x, y) => [width - 1 - y, x]);
  return raster;
}
