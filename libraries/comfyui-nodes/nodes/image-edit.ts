// Nodes that batch, crop, flip, rotate and pad images.
import type { ImageBatch, MaskBatch } from "@pictor/simulated-sampler";
import {
  blankRaster,
  cropRaster,
  flipRaster,
  mapValues,
  type Raster,
  resizeToFill,
  rotateRaster,
  withChannels,
  pasteRaster,
} from "@pictor/images";
import { colorParts, firstRaster, mapImages, rastersOf } from "./batches.js";
import type { NodeFunctions } from "./node-functions.js";

export const imageEditNodes: NodeFunctions = {
  ImageInvert: ({ image }) => [mapImages(image, (raster) => mapValues(raster, (value) => 1 - value))],
  /** ImageBatch resizes the second batch to the size of the first. */
  ImageBatch({ image1, image2 }, run) {
    const [first, second] = [rastersOf(image1), rastersOf(image2)];
    const { width, height } = firstRaster(image1);
    const channels = Math.max(first[0]?.channels ?? 3, second[0]?.channels ?? 3);
    const fitted = second.map((raster) =>
      raster.width === width && raster.height === height
        ? raster
        : resizeToFill(raster, width, height, "bilinear", run.check),
    );
    const rasters = [...first, ...fitted].map((raster) => withChannels(raster, channels));
    return [{ rasters } satisfies ImageBatch];
  },
  RepeatImageBatch({ image, amount }) {
    const rasters = Array.from({ length: amount as number }, () => rastersOf(image)).flat();
    return [{ rasters } satisfies ImageBatch];
  },
  ImageFromBatch({ image, batch_index, length }) {
    const all = rastersOf(image);
    const from = Math.min(batch_index as number, all.length - 1);
    return [{ rasters: all.slice(from, from + (length as number)) } satisfies ImageBatch];
  },
  EmptyImage({ width, height, batch_size, color }) {
    const parts = colorParts(color);
    const empty = blankRaster(width as number, height as number, 3);
    const raster = mapValues(empty, (_, i) => (parts[i % 3] as number) / 255);
    const rasters = Array.from({ length: batch_size as number }, () => raster);
    return [{ rasters } satisfies ImageBatch];
  },
  ImageCrop({ image, width, height, x, y }) {
    const cut = (raster: Raster): Raster => {
      const left = Math.min(x as number, raster.width - 1);
      const top = Math.min(y as number, raster.height - 1);
      return cropRaster(raster, {
        x: left,
        y: top,
        width: Math.min(width as number, raster.width - left),
        height: Math.min(height as number, raster.height - top),
      });
    };
    return [mapImages(image, cut)];
  },
  ImageFlip({ image, flip_method }) {
    const vertically = (flip_method as string).startsWith("x");
    return [mapImages(image, (raster) => flipRaster(raster, vertically))];
  },
  ImageRotate: ({ image, rotation }) => [
    mapImages(image, (raster) => rotateRaster(raster, Number.parseInt(rotation as string, 10) || 0)),
  ],
  GetImageSize({ image }) {
    const { width, height } = firstRaster(image);
    return [width, height, rastersOf(image).length];
  },
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
    return [padded, { masks: [mask] } satisfies MaskBatch];
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
