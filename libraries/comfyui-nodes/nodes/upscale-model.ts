// Nodes for upscale models.
import { upscaleModelNames } from "../files/model-files.js";
import type { ImageBatch, UpscaleModel } from "@pictor/simulated-sampler";
import { upscaleRaster } from "@pictor/images";
import type { NodeDefinition } from "@pictor/comfyui-graph";
import { firstRaster, rastersOf } from "./batches.js";

export const upscaleModelNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "UpscaleModelLoader",
      displayName: "Load Upscale Model",
      category: "loaders",
      pythonModule: "comfy_extras.nodes_upscale_model",
      required: { model_name: ["COMBO", { multiselect: false, options: upscaleModelNames }] },
      outputs: ["UPSCALE_MODEL"],
    },
    execute: ({ model_name }) => ({
      outputs: [{ scale: (model_name as string).includes("2x") ? 2 : 4 } satisfies UpscaleModel],
    }),
  },
  {
    signature: {
      name: "ImageUpscaleWithModel",
      displayName: "Upscale Image (using Model)",
      category: "image/upscaling",
      pythonModule: "comfy_extras.nodes_upscale_model",
      required: { upscale_model: ["UPSCALE_MODEL", {}], image: ["IMAGE", {}] },
      outputs: ["IMAGE"],
    },
    /**
     * ImageUpscaleWithModel simulates the model by sharpened bicubic interpolation. Like the real node, it reports progress for each tile.
     */
    execute({ upscale_model, image }, run) {
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
  },
];

const TILE = 512;
const OVERLAP = 32;

const tilesAlong = (length: number): number =>
  length <= TILE ? 1 : Math.ceil((length - OVERLAP) / (TILE - OVERLAP));
