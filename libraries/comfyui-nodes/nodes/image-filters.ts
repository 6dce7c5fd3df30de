// Image filter nodes: blur, sharpen, blend, composite.
import type { ImageBatch, MaskBatch } from "@pictor/simulated-sampler";
import {
  gaussianWeights,
  convolveRaster,
  mapValues,
  pasteRaster,
  type Raster,
  resizeRaster,
  resizeToFill,
  sharpenRaster,
  withChannels,
} from "@pictor/images";
import { mapImages, rastersOf } from "./batches.js";
import type { NodeFunction, NodeFunctions } from "./node-functions.js";

/** A filter whose result no simulated model needs. */
const passImage: NodeFunction = ({ image }) => [image];

export const imageFilterNodes: NodeFunctions = {
  ImageBlur({ image, blur_radius, sigma }, run) {
    const weights = gaussianWeights(blur_radius as number, sigma as number);
    return [mapImages(image, (raster) => convolveRaster(raster, weights, run.check))];
  },
  ImageSharpen({ image, sharpen_radius, sigma, alpha }, run) {
    const [radius, width, strength] = [sharpen_radius, sigma, alpha] as [number, number, number];
    return [mapImages(image, (raster) => sharpenRaster(raster, radius, width, strength, run.check))];
  },
  /** ImageBlend resizes the second image to the size of the first, and mixes them in every mode as in the mode "normal". */
  ImageBlend({ image1, image2, blend_factor }, run) {
    const above = rastersOf(image2);
    const part = blend_factor as number;
    const rasters = rastersOf(image1).map((below, index) => {
      const other = withChannels(above[index % above.length] as Raster, below.channels);
      const { values } = resizeToFill(other, below.width, below.height, "bicubic", run.check);
      return mapValues(below, (value, i) => value * (1 - part) + (values[i] as number) * part);
    });
    return [{ rasters } satisfies ImageBatch];
  },
  ImageQuantize: passImage,
  ImageCompositeMasked({ destination, source, x, y, resize_source, mask }) {
    const over = (source as ImageBatch).rasters;
    const masks = (mask as MaskBatch | undefined)?.masks;
    const rasters = (destination as ImageBatch).rasters.map((under, i) => {
      const raster = withChannels(over[i % over.length] as Raster, under.channels);
      const placed =
        resize_source === true ? resizeRaster(raster, under.width, under.height, "bilinear") : raster;
      const cover =
        masks && resizeRaster(masks[i % masks.length] as Raster, placed.width, placed.height, "bilinear");
      return pasteRaster(under, placed, x as number, y as number, cover);
    });
    return [{ rasters } satisfies ImageBatch];
  },
  Canny: passImage,
};
