// Nodes that batch, crop, flip and rotate images.
import type { ImageBatch } from "@pictor/simulated-sampler";
import {
  blankRaster,
  cropRaster,
  flipRaster,
  mapValues,
  type Raster,
  resizeToFill,
  rotateRaster,
  withChannels,
} from "@pictor/images";
import { firstRaster, mapImages, rastersOf } from "./batches.js";
import type { NodeFunctions } from "./node-functions.js";

export const imageEditNodes: NodeFunctions = {
  ImageInvert: ({ image }) => ({
    outputs: [mapImages(image, (raster) => mapValues(raster, (value) => 1 - value))],
  }),
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
    return { outputs: [{ rasters } satisfies ImageBatch] };
  },
  RepeatImageBatch({ image, amount }) {
    const rasters = Array.from({ length: amount as number }, () => rastersOf(image)).flat();
    return { outputs: [{ rasters } satisfies ImageBatch] };
  },
  ImageFromBatch({ image, batch_index, length }) {
    const all = rastersOf(image);
    const from = Math.min(batch_index as number, all.length - 1);
    return { outputs: [{ rasters: all.slice(from, from + (length as number)) } satisfies ImageBatch] };
  },
  EmptyImage({ width, height, batch_size, color }) {
    const hex = color as number;
    const parts = [(hex >> 16) & 0xff, (hex >> 8) & 0xff, hex & 0xff];
    const empty = blankRaster(width as number, height as number, 3);
    const raster = mapValues(empty, (_, i) => (parts[i % 3] as number) / 255);
    const rasters = Array.from({ length: batch_size as number }, () => raster);
    return { outputs: [{ rasters } satisfies ImageBatch] };
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
    return { outputs: [mapImages(image, cut)] };
  },
  ImageFlip({ image, flip_method }) {
    const vertically = (flip_method as string).startsWith("x");
    return { outputs: [mapImages(image, (raster) => flipRaster(raster, vertically))] };
  },
  ImageRotate: ({ image, rotation }) => ({
    outputs: [
      mapImages(image, (raster) => rotateRaster(raster, Number.parseInt(rotation as string, 10) || 0)),
    ],
  }),
  GetImageSize({ image }) {
    const { width, height } = firstRaster(image);
    return { outputs: [width, height, rastersOf(image).length] };
  },
};
