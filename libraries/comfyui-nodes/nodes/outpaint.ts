// Pads images for outpainting.
import type { ImageBatch, MaskBatch } from "@pictor/simulated-sampler";
import { blankRaster, mapValues, pasteRaster, type Raster } from "@pictor/images";
import { mapImages } from "./batches.js";
import type { NodeFunctions } from "./node-functions.js";

export const outpaintNodes: NodeFunctions = {
  /** ImagePadForOutpaint adds gray borders. The mask is 1 on the borders and fades to 0 over the feathering. */
  ImagePadForOutpaint({ image, left, top, right, bottom, feathering }) {
    const sides = [left, top, right, bottom] as [number, number, number, number];
    const pad = (raster: Raster, value: number): Raster =>
      blankRaster(
        raster.width + sides[0] + sides[2],
        raster.height + sides[1] + sides[3],
        raster.channels,
        value,
      );
    const [first] = (image as ImageBatch).rasters as [Raster];
    const inner = innerMask(first, sides, feathering as number);
    const mask = pasteRaster(pad(inner, 1), inner, sides[0], sides[1]);
    const padded = mapImages(image, (raster) => pasteRaster(pad(raster, 0.5), raster, sides[0], sides[1]));
    return { outputs: [padded, { masks: [mask] } satisfies MaskBatch] };
  },
};

/** The mask within the original image: 0 inside, rising towards each padded side. */
function innerMask(
  { width, height }: Raster,
  [left, top, right, bottom]: readonly [number, number, number, number],
  feathering: number,
): Raster {
  const mask = blankRaster(width, height, 1);
  if (feathering === 0 || feathering * 2 >= height || feathering * 2 >= width) return mask;
  return mapValues(mask, (_, i) => {
    const [x, y] = [i % width, Math.trunc(i / width)];
    const distance = Math.min(
      left > 0 ? x : width,
      top > 0 ? y : height,
      right > 0 ? width - x : width,
      bottom > 0 ? height - y : height,
    );
    const part = distance >= feathering ? 0 : (feathering - distance) / feathering;
    return part * part;
  });
}
