// Nodes for upscale models.
import type { ImageBatch, UpscaleModel } from "@pictor/simulated-sampler";
import { upscaleRaster } from "@pictor/images";
import { firstRaster, rastersOf } from "./batches.js";
import type { NodeFunctions } from "./node-functions.js";

export const upscaleModelNodes: NodeFunctions = {
  UpscaleModelLoader: ({ model_name }) => ({
    outputs: [{ scale: (model_name as string).includes("2x") ? 2 : 4 } satisfies UpscaleModel],
  }),
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
    return { outputs: [{ rasters: results } satisfies ImageBatch] };
  },
};

const TILE = 512;
const OVERLAP = 32;

const tilesAlong = (length: number): number =>
  length <= TILE ? 1 : Math.ceil((length - OVERLAP) / (TILE - OVERLAP));
