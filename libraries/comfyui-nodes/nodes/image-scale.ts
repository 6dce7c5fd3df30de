// Nodes that scale and stitch images, also with upscale models.
import type { ImageBatch, UpscaleModel } from "@pictor/simulated-sampler";
import {
  type Raster,
  type ResampleMethod,
  resizeRaster,
  resizeToFill,
  roundHalfEven,
  stitchRasters,
  upscaleRaster,
} from "@pictor/images";
import { firstRaster, mapImages, rastersOf } from "./batches.js";
import type { NodeRun } from "@pictor/comfyui-graph";
import type { NodeFunctions } from "./node-functions.js";

const scaled = (image: unknown, width: number, height: number, method: unknown, run: NodeRun) =>
  mapImages(image, (raster) => resizeRaster(raster, width, height, method as ResampleMethod, run.check));

export const imageScaleNodes: NodeFunctions = {
  /**
   * In ImageScale, a width or height of 0 follows from the other side, so that the aspect ratio stays. If both are 0,
   * the image stays unchanged.
   */
  ImageScale({ image, upscale_method, width, height, crop }, run) {
    const own = firstRaster(image);
    let [w, h] = [width as number, height as number];
    if (w === 0 && h === 0) return [image];
    if (w === 0) w = Math.max(1, roundHalfEven((own.width * h) / own.height));
    if (h === 0) h = Math.max(1, roundHalfEven((own.height * w) / own.width));
    if (crop !== "center") return [scaled(image, w, h, upscale_method, run)];
    const method = upscale_method as ResampleMethod;
    return [mapImages(image, (raster) => resizeToFill(raster, w, h, method, run.check))];
  },
  ImageScaleBy({ image, upscale_method, scale_by }, run) {
    const own = firstRaster(image);
    const side = (length: number): number => roundHalfEven(length * (scale_by as number));
    return [scaled(image, side(own.width), side(own.height), upscale_method, run)];
  },
  ImageScaleToTotalPixels({ image, upscale_method, megapixels, resolution_steps }, run) {
    const own = firstRaster(image);
    const factor = Math.sqrt(((megapixels as number) * 1024 * 1024) / (own.width * own.height));
    const step = resolution_steps as number;
    const side = (length: number): number => roundHalfEven((length * factor) / step) * step;
    return [scaled(image, side(own.width), side(own.height), upscale_method, run)];
  },
  ImageScaleToMaxDimension({ image, upscale_method, largest_size }, run) {
    const own = firstRaster(image);
    const largest = Math.max(own.width, own.height);
    const side = (length: number): number => roundHalfEven((length / largest) * (largest_size as number));
    return [scaled(image, side(own.width), side(own.height), upscale_method, run)];
  },
  /**
   * FluxKontextImageScale scales the image to one of several sizes of about one megapixel: the one whose aspect ratio
   * is closest to that of the image.
   */
  FluxKontextImageScale({ image }, run) {
    const own = firstRaster(image);
    const difference = ([w, h]: readonly [number, number]): number =>
      Math.abs(own.width / own.height - w / h);
    const [width, height] = kontextSizes.reduce((best, size) =>
      difference(size) < difference(best) ? size : best,
    );
    return [mapImages(image, (raster) => resizeToFill(raster, width, height, "lanczos", run.check))];
  },
  /** ImageStitch without a second image returns the first one. */
  ImageStitch({ image1, image2, direction, match_image_size, spacing_width, spacing_color }, run) {
    if (image2 === undefined) return [image1];
    const placement = {
      direction: direction as "right" | "down" | "left" | "up",
      matchSize: match_image_size as boolean,
      gap: (spacing_width as number) + ((spacing_width as number) % 2),
      color: spacingColors[spacing_color as keyof typeof spacingColors],
    };
    const [first, second] = [rastersOf(image1), rastersOf(image2)];
    const rasters = Array.from({ length: Math.max(first.length, second.length) }, (_, i) => {
      run.check();
      return stitchRasters(
        (first[i] ?? first.at(-1)) as Raster,
        (second[i] ?? second.at(-1)) as Raster,
        placement,
      );
    });
    return [{ rasters } satisfies ImageBatch];
  },
  UpscaleModelLoader: ({ model_name }) => [
    { scale: (model_name as string).includes("2x") ? 2 : 4 } satisfies UpscaleModel,
  ],
  /**
   * ImageUpscaleWithModel simulates the model by sharpened bicubic interpolation. Like the real node, it reports
   * progress for each tile.
   */
  ImageUpscaleWithModel({ upscale_model, image }, run) {
    const { scale } = upscale_model as UpscaleModel;
    const { width, height } = firstRaster(image);
    const tiles = tilesAlong(width) * tilesAlong(height);
    const rasters = rastersOf(image);
    const total = tiles * rasters.length;
    const results = rasters.map((raster, i) => {
      const result = upscaleRaster(raster, scale, run.check);
      for (let tile = 1; tile <= tiles; tile += 1) run.step(i * tiles + tile, total);
      return result;
    });
    return [{ rasters: results } satisfies ImageBatch];
  },
};

const kontextSizes = [
  [672, 1568],
  [688, 1504],
  [720, 1456],
  [752, 1392],
  [800, 1328],
  [832, 1248],
  [880, 1184],
  [944, 1104],
  [1024, 1024],
  [1104, 944],
  [1184, 880],
  [1248, 832],
  [1328, 800],
  [1392, 752],
  [1456, 720],
  [1504, 688],
  [1568, 672],
] as const;

const spacingColors = {
  white: [1, 1, 1],
  black: [0, 0, 0],
  red: [1, 0, 0],
  green: [0, 1, 0],
  blue: [0, 0, 1],
} as const;

const TILE = 512;

const OVERLAP = 32;

const tilesAlong = (length: number): number =>
  length <= TILE ? 1 : Math.ceil((length - OVERLAP) / (TILE - OVERLAP));
