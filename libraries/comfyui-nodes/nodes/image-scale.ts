// Nodes that scale and stitch images.
import type { ImageBatch } from "@pictor/simulated-sampler";
import {
  imageMethods,
  type Raster,
  type ResampleMethod,
  resizeRaster,
  resizeToFill,
  roundHalfEven,
  stitchRasters,
} from "@pictor/images";
import { firstRaster, mapImages, rastersOf } from "./batches.js";
import type { NodeDefinition, NodeRun } from "@pictor/comfyui-graph";

const scaled = (image: unknown, width: number, height: number, method: unknown, run: NodeRun) =>
  mapImages(image, (raster) => resizeRaster(raster, width, height, method as ResampleMethod, run.check));

export const imageScaleNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "ImageScale",
      displayName: "Upscale Image",
      category: "image/upscaling",
      pythonModule: "nodes",
      required: {
        image: ["IMAGE"],
        upscale_method: [imageMethods],
        width: ["INT", { default: 512, min: 0, max: 16384, step: 1 }],
        height: ["INT", { default: 512, min: 0, max: 16384, step: 1 }],
        crop: [["disabled", "center"]],
      },
      outputs: ["IMAGE"],
    },
    /**
     * In ImageScale, a width or height of 0 follows from the other side, so that the aspect ratio stays. If both are 0, the image stays
     * unchanged.
     */
    execute({ image, upscale_method, width, height, crop }, run) {
      const own = firstRaster(image);
      let [w, h] = [width as number, height as number];
      if (w === 0 && h === 0) return { outputs: [image] };
      if (w === 0) w = Math.max(1, roundHalfEven((own.width * h) / own.height));
      if (h === 0) h = Math.max(1, roundHalfEven((own.height * w) / own.width));
      if (crop !== "center") return { outputs: [scaled(image, w, h, upscale_method, run)] };
      const method = upscale_method as ResampleMethod;
      return { outputs: [mapImages(image, (raster) => resizeToFill(raster, w, h, method, run.check))] };
    },
  },
  {
    signature: {
      name: "ImageScaleBy",
      displayName: "Upscale Image By",
      category: "image/upscaling",
      pythonModule: "nodes",
      required: {
        image: ["IMAGE"],
        upscale_method: [imageMethods],
        scale_by: ["FLOAT", { default: 1, min: 0.01, max: 8, step: 0.01 }],
      },
      outputs: ["IMAGE"],
    },
    execute({ image, upscale_method, scale_by }, run) {
      const own = firstRaster(image);
      const side = (length: number): number => roundHalfEven(length * (scale_by as number));
      return { outputs: [scaled(image, side(own.width), side(own.height), upscale_method, run)] };
    },
  },
  {
    signature: {
      name: "ImageScaleToTotalPixels",
      displayName: null,
      category: "image/upscaling",
      pythonModule: "comfy_extras.nodes_post_processing",
      required: {
        image: ["IMAGE", {}],
        upscale_method: ["COMBO", { multiselect: false, options: imageMethods }],
        megapixels: ["FLOAT", { default: 1, min: 0.01, max: 16, step: 0.01 }],
        resolution_steps: ["INT", { default: 1, min: 1, max: 256 }],
      },
      outputs: ["IMAGE"],
    },
    execute({ image, upscale_method, megapixels, resolution_steps }, run) {
      const own = firstRaster(image);
      const factor = Math.sqrt(((megapixels as number) * 1024 * 1024) / (own.width * own.height));
      const step = resolution_steps as number;
      const side = (length: number): number => roundHalfEven((length * factor) / step) * step;
      return { outputs: [scaled(image, side(own.width), side(own.height), upscale_method, run)] };
    },
  },
  {
    signature: {
      name: "ImageScaleToMaxDimension",
      displayName: null,
      category: "image/upscaling",
      pythonModule: "comfy_extras.nodes_images",
      required: {
        image: ["IMAGE", {}],
        upscale_method: [
          "COMBO",
          {
            multiselect: false,
            options: ["area", "lanczos", "bilinear", "nearest-exact", "bilinear", "bicubic"],
          },
        ],
        largest_size: ["INT", { default: 512, min: 0, max: 16384, step: 1 }],
      },
      outputs: ["IMAGE"],
    },
    execute({ image, upscale_method, largest_size }, run) {
      const own = firstRaster(image);
      const largest = Math.max(own.width, own.height);
      const side = (length: number): number => roundHalfEven((length / largest) * (largest_size as number));
      return { outputs: [scaled(image, side(own.width), side(own.height), upscale_method, run)] };
    },
  },
  {
    signature: {
      name: "FluxKontextImageScale",
      displayName: null,
      category: "advanced/conditioning/flux",
      pythonModule: "comfy_extras.nodes_flux",
      required: { image: ["IMAGE", {}] },
      outputs: ["IMAGE"],
    },
    /**
     * FluxKontextImageScale scales the image to one of several sizes of about one megapixel: the one whose aspect ratio is closest to that
     * of the image.
     */
    execute({ image }, run) {
      const own = firstRaster(image);
      const difference = ([w, h]: readonly [number, number]): number =>
        Math.abs(own.width / own.height - w / h);
      const [width, height] = kontextSizes.reduce((best, size) =>
        difference(size) < difference(best) ? size : best,
      );
      return {
        outputs: [mapImages(image, (raster) => resizeToFill(raster, width, height, "lanczos", run.check))],
      };
    },
  },
  {
    signature: {
      name: "ImageStitch",
      displayName: "Image Stitch",
      category: "image/transform",
      pythonModule: "comfy_extras.nodes_images",
      required: {
        image1: ["IMAGE", {}],
        direction: [
          "COMBO",
          { default: "right", multiselect: false, options: ["right", "down", "left", "up"] },
        ],
        match_image_size: ["BOOLEAN", { default: true }],
        spacing_width: ["INT", { default: 0, min: 0, max: 1024, step: 2 }],
        spacing_color: [
          "COMBO",
          { default: "white", multiselect: false, options: ["white", "black", "red", "green", "blue"] },
        ],
      },
      optional: { image2: ["IMAGE", {}] },
      outputs: ["IMAGE"],
    },
    /** ImageStitch without a second image returns the first one. */
    execute({ image1, image2, direction, match_image_size, spacing_width, spacing_color }, run) {
      if (image2 === undefined) return { outputs: [image1] };
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
      return { outputs: [{ rasters } satisfies ImageBatch] };
    },
  },
];

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
