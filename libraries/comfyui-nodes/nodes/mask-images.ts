// Nodes that convert between masks and images: channels, colors, alpha.
import type { ImageBatch, MaskBatch } from "@pictor/simulated-sampler";
import {
  blankRaster,
  extractChannel,
  mapValues,
  type Raster,
  resizeRaster,
  roundHalfEven,
  withChannels,
} from "@pictor/images";
import { masksOf, rastersOf, reshapedMasks } from "./batches.js";
import type { NodeFunctions } from "./node-functions.js";

export const maskImageNodes: NodeFunctions = {
  ImageToMask({ image, channel }) {
    const index = ["red", "green", "blue", "alpha"].indexOf(channel as string);
    const masks = rastersOf(image).map((raster) => {
      if (index >= raster.channels) {
        throw new RangeError(`index ${index} is out of bounds for dimension 3 with size ${raster.channels}`);
      }
      return extractChannel(raster, index);
    });
    return { outputs: [{ masks } satisfies MaskBatch] };
  },
  MaskToImage: ({ mask }) => ({
    outputs: [
      { rasters: reshapedMasks(mask, "1, ").map((raster) => withChannels(raster, 3)) } satisfies ImageBatch,
    ],
  }),
  ImageColorToMask({ image, color }) {
    const hex = color as number;
    const wanted = [(hex >> 16) & 0xff, (hex >> 8) & 0xff, hex & 0xff];
    const masks = rastersOf(image).map((raster) => {
      const same = (pixel: number): boolean =>
        wanted.every((part, c) => {
          const value = raster.values[pixel * raster.channels + c] as number;
          return roundHalfEven(Math.min(Math.max(value, 0), 1) * 255) === part;
        });
      return mapValues(blankRaster(raster.width, raster.height, 1), (_, i) => (same(i) ? 1 : 0));
    });
    return { outputs: [{ masks } satisfies MaskBatch] };
  },
  /** JoinImageWithAlpha sets the alpha channel to 1 minus the mask, which is resized to the image. */
  JoinImageWithAlpha({ image, alpha }) {
    const masks = masksOf(alpha);
    const rasters = rastersOf(image).map((raster, index) => {
      const mask = resizeRaster(
        masks[index % masks.length] as Raster,
        raster.width,
        raster.height,
        "bilinear",
      );
      const joined = withChannels(withChannels(raster, 3), 4);
      mask.values.forEach((value, i) => {
        joined.values[i * 4 + 3] = 1 - value;
      });
      return joined;
    });
    return { outputs: [{ rasters } satisfies ImageBatch] };
  },
  SplitImageWithAlpha({ image }) {
    const rasters = rastersOf(image);
    const masks = rasters.map((raster) =>
      mapValues(extractChannel(withChannels(raster, 4), 3), (value) => 1 - value),
    );
    const opaque = rasters.map((raster) => withChannels(raster, 3));
    return { outputs: [{ rasters: opaque } satisfies ImageBatch, { masks } satisfies MaskBatch] };
  },
};
