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
import type { NodeDefinition } from "@pictor/comfyui-graph";

export const imageEditNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "ImageInvert",
      displayName: "Invert Image",
      category: "image",
      pythonModule: "nodes",
      required: { image: ["IMAGE"] },
      outputs: ["IMAGE"],
    },
    execute: ({ image }) => ({
      outputs: [mapImages(image, (raster) => mapValues(raster, (value) => 1 - value))],
    }),
  },
  {
    signature: {
      name: "ImageBatch",
      displayName: "Batch Images",
      category: "image",
      pythonModule: "nodes",
      required: { image1: ["IMAGE"], image2: ["IMAGE"] },
      outputs: ["IMAGE"],
      deprecated: true,
    },
    /** ImageBatch resizes the second batch to the size of the first. */
    execute({ image1, image2 }, run) {
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
  },
  {
    signature: {
      name: "RepeatImageBatch",
      displayName: null,
      category: "image/batch",
      pythonModule: "comfy_extras.nodes_images",
      required: { image: ["IMAGE", {}], amount: ["INT", { default: 1, min: 1, max: 4096 }] },
      outputs: ["IMAGE"],
    },
    execute({ image, amount }) {
      const rasters = Array.from({ length: amount as number }, () => rastersOf(image)).flat();
      return { outputs: [{ rasters } satisfies ImageBatch] };
    },
  },
  {
    signature: {
      name: "ImageFromBatch",
      displayName: null,
      category: "image/batch",
      pythonModule: "comfy_extras.nodes_images",
      required: {
        image: ["IMAGE", {}],
        batch_index: ["INT", { default: 0, min: 0, max: 4095 }],
        length: ["INT", { default: 1, min: 1, max: 4096 }],
      },
      outputs: ["IMAGE"],
    },
    execute({ image, batch_index, length }) {
      const all = rastersOf(image);
      const from = Math.min(batch_index as number, all.length - 1);
      return { outputs: [{ rasters: all.slice(from, from + (length as number)) } satisfies ImageBatch] };
    },
  },
  {
    signature: {
      name: "EmptyImage",
      displayName: "EmptyImage",
      category: "image",
      pythonModule: "nodes",
      required: {
        width: ["INT", { default: 512, min: 1, max: 16384, step: 1 }],
        height: ["INT", { default: 512, min: 1, max: 16384, step: 1 }],
        batch_size: ["INT", { default: 1, min: 1, max: 4096 }],
        color: ["INT", { default: 0, min: 0, max: 16777215, step: 1, display: "color" }],
      },
      outputs: ["IMAGE"],
    },
    execute({ width, height, batch_size, color }) {
      const hex = color as number;
      const parts = [(hex >> 16) & 0xff, (hex >> 8) & 0xff, hex & 0xff];
      const empty = blankRaster(width as number, height as number, 3);
      const raster = mapValues(empty, (_, i) => (parts[i % 3] as number) / 255);
      const rasters = Array.from({ length: batch_size as number }, () => raster);
      return { outputs: [{ rasters } satisfies ImageBatch] };
    },
  },
  {
    signature: {
      name: "ImageCrop",
      displayName: "Image Crop",
      category: "image/transform",
      pythonModule: "comfy_extras.nodes_images",
      required: {
        image: ["IMAGE", {}],
        width: ["INT", { default: 512, min: 1, max: 16384, step: 1 }],
        height: ["INT", { default: 512, min: 1, max: 16384, step: 1 }],
        x: ["INT", { default: 0, min: 0, max: 16384, step: 1 }],
        y: ["INT", { default: 0, min: 0, max: 16384, step: 1 }],
      },
      outputs: ["IMAGE"],
    },
    execute({ image, width, height, x, y }) {
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
  },
  {
    signature: {
      name: "ImageFlip",
      displayName: null,
      category: "image/transform",
      pythonModule: "comfy_extras.nodes_images",
      required: {
        image: ["IMAGE", {}],
        flip_method: [
          "COMBO",
          { multiselect: false, options: ["x-axis: vertically", "y-axis: horizontally"] },
        ],
      },
      outputs: ["IMAGE"],
    },
    execute({ image, flip_method }) {
      const vertically = (flip_method as string).startsWith("x");
      return { outputs: [mapImages(image, (raster) => flipRaster(raster, vertically))] };
    },
  },
  {
    signature: {
      name: "ImageRotate",
      displayName: null,
      category: "image/transform",
      pythonModule: "comfy_extras.nodes_images",
      required: {
        image: ["IMAGE", {}],
        rotation: [
          "COMBO",
          { multiselect: false, options: ["none", "90 degrees", "180 degrees", "270 degrees"] },
        ],
      },
      outputs: ["IMAGE"],
    },
    execute: ({ image, rotation }) => ({
      outputs: [
        mapImages(image, (raster) => rotateRaster(raster, Number.parseInt(rotation as string, 10) || 0)),
      ],
    }),
  },
  {
    signature: {
      name: "GetImageSize",
      displayName: "Get Image Size",
      category: "image",
      pythonModule: "comfy_extras.nodes_images",
      required: { image: ["IMAGE", {}] },
      hidden: { unique_id: ["UNIQUE_ID"] },
      outputs: ["INT", "INT", "INT"],
      outputNames: ["width", "height", "batch_size"],
    },
    execute({ image }) {
      const { width, height } = firstRaster(image);
      return { outputs: [width, height, rastersOf(image).length] };
    },
  },
];
