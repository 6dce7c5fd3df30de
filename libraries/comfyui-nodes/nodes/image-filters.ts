// Image filter nodes: blur, sharpen, blend, quantize, composite, Canny edges.
import type { ImageBatch, MaskBatch } from "@pictor/simulated-sampler";
import {
  gaussianWeights,
  convolveRaster,
  detectEdges,
  mapValues,
  pasteRaster,
  quantizeRaster,
  type Raster,
  resizeRaster,
  resizeToFill,
  sharpenRaster,
  withChannels,
} from "@pictor/images";
import { mapImages } from "./batches.js";
import type { NodeFunctions } from "./node-functions.js";

type Blend = (below: number, above: number) => number;

const blends: Readonly<Record<string, Blend>> = {
  normal: (_below, above) => above,
  multiply: (below, above) => below * above,
  screen: (below, above) => 1 - (1 - below) * (1 - above),
  overlay: (below, above) => (below <= 0.5 ? 2 * below * above : 1 - 2 * (1 - below) * (1 - above)),
  soft_light: (below, above) =>
    above <= 0.5
      ? below - (1 - 2 * above) * below * (1 - below)
      : below + (2 * above - 1) * (softRoot(below) - below),
  difference: (below, above) => below - above,
};

const softRoot = (x: number): number => (x <= 0.25 ? ((16 * x - 12) * x + 4) * x : Math.sqrt(x));

const clamp01 = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value);

export const imageFilterNodes: NodeFunctions = {
  ImageBlur({ image, blur_radius, sigma }, run) {
    const weights = gaussianWeights(blur_radius as number, sigma as number);
    return [mapImages(image, (raster) => convolveRaster(raster, weights, run.check))];
  },
  ImageSharpen({ image, sharpen_radius, sigma, alpha }, run) {
    const [radius, width, strength] = [sharpen_radius, sigma, alpha] as [number, number, number];
    return [mapImages(image, (raster) => sharpenRaster(raster, radius, width, strength, run.check))];
  },
  /** ImageBlend resizes the second image to the size of the first. */
  ImageBlend({ image1, image2, blend_factor, blend_mode }, run) {
    const above = (image2 as ImageBatch).rasters;
    const blend = blends[blend_mode as string] as Blend;
    const part = blend_factor as number;
    const rasters = (image1 as ImageBatch).rasters.map((below, index) => {
      run.check();
      const other = withChannels(above[index % above.length] as Raster, below.channels);
      const fits = other.width === below.width && other.height === below.height;
      const { values } = fits ? other : resizeToFill(other, below.width, below.height, "bicubic");
      return mapValues(below, (value, i) =>
        clamp01(value * (1 - part) + blend(value, values[i] as number) * part),
      );
    });
    return [{ rasters } satisfies ImageBatch];
  },
  ImageQuantize: ({ image, colors, dither }, run) => [
    mapImages(image, (raster) => quantizeRaster(raster, colors as number, dither as string, run.check)),
  ],
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
  Canny: ({ image, low_threshold, high_threshold }, run) => [
    mapImages(image, (raster) =>
      withChannels(detectEdges(raster, low_threshold as number, high_threshold as number, run.check), 3),
    ),
  ],
};
