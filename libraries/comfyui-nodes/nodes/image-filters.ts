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
import type { NodeDefinition } from "@pictor/comfyui-graph";

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

export const imageFilterNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "ImageBlur",
      displayName: null,
      category: "image/postprocessing",
      pythonModule: "comfy_extras.nodes_post_processing",
      required: {
        image: ["IMAGE", {}],
        blur_radius: ["INT", { default: 1, min: 1, max: 31, step: 1 }],
        sigma: ["FLOAT", { default: 1, min: 0.1, max: 10, step: 0.1 }],
      },
      outputs: ["IMAGE"],
    },
    execute({ image, blur_radius, sigma }, run) {
      const weights = gaussianWeights(blur_radius as number, sigma as number);
      return { outputs: [mapImages(image, (raster) => convolveRaster(raster, weights, run.check))] };
    },
  },
  {
    signature: {
      name: "ImageSharpen",
      displayName: null,
      category: "image/postprocessing",
      pythonModule: "comfy_extras.nodes_post_processing",
      required: {
        image: ["IMAGE", {}],
        sharpen_radius: ["INT", { default: 1, min: 1, max: 31, step: 1 }],
        sigma: ["FLOAT", { default: 1, min: 0.1, max: 10, step: 0.01 }],
        alpha: ["FLOAT", { default: 1, min: 0, max: 5, step: 0.01 }],
      },
      outputs: ["IMAGE"],
    },
    execute({ image, sharpen_radius, sigma, alpha }, run) {
      const [radius, width, strength] = [sharpen_radius, sigma, alpha] as [number, number, number];
      return {
        outputs: [mapImages(image, (raster) => sharpenRaster(raster, radius, width, strength, run.check))],
      };
    },
  },
  {
    signature: {
      name: "ImageBlend",
      displayName: null,
      category: "image/postprocessing",
      pythonModule: "comfy_extras.nodes_post_processing",
      required: {
        image1: ["IMAGE", {}],
        image2: ["IMAGE", {}],
        blend_factor: ["FLOAT", { default: 0.5, min: 0, max: 1, step: 0.01 }],
        blend_mode: [
          "COMBO",
          {
            multiselect: false,
            options: ["normal", "multiply", "screen", "overlay", "soft_light", "difference"],
          },
        ],
      },
      outputs: ["IMAGE"],
    },
    /** ImageBlend resizes the second image to the size of the first. */
    execute({ image1, image2, blend_factor, blend_mode }, run) {
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
      return { outputs: [{ rasters } satisfies ImageBatch] };
    },
  },
  {
    signature: {
      name: "ImageQuantize",
      displayName: null,
      category: "image/postprocessing",
      pythonModule: "comfy_extras.nodes_post_processing",
      required: {
        image: ["IMAGE", {}],
        colors: ["INT", { default: 256, min: 1, max: 256, step: 1 }],
        dither: [
          "COMBO",
          {
            multiselect: false,
            options: ["none", "floyd-steinberg", "bayer-2", "bayer-4", "bayer-8", "bayer-16"],
          },
        ],
      },
      outputs: ["IMAGE"],
    },
    execute: ({ image, colors, dither }, run) => ({
      outputs: [
        mapImages(image, (raster) => quantizeRaster(raster, colors as number, dither as string, run.check)),
      ],
    }),
  },
  {
    signature: {
      name: "ImageCompositeMasked",
      displayName: null,
      category: "image",
      pythonModule: "comfy_extras.nodes_mask",
      required: {
        destination: ["IMAGE", {}],
        source: ["IMAGE", {}],
        x: ["INT", { default: 0, min: 0, max: 16384, step: 1 }],
        y: ["INT", { default: 0, min: 0, max: 16384, step: 1 }],
        resize_source: ["BOOLEAN", { default: false }],
      },
      optional: { mask: ["MASK", {}] },
      outputs: ["IMAGE"],
    },
    execute({ destination, source, x, y, resize_source, mask }) {
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
      return { outputs: [{ rasters } satisfies ImageBatch] };
    },
  },
  {
    signature: {
      name: "Canny",
      displayName: null,
      category: "image/preprocessors",
      pythonModule: "comfy_extras.nodes_canny",
      required: {
        image: ["IMAGE", {}],
        low_threshold: ["FLOAT", { default: 0.4, min: 0.01, max: 0.99, step: 0.01 }],
        high_threshold: ["FLOAT", { default: 0.8, min: 0.01, max: 0.99, step: 0.01 }],
      },
      outputs: ["IMAGE"],
    },
    execute: ({ image, low_threshold, high_threshold }, run) => ({
      outputs: [
        mapImages(image, (raster) =>
          withChannels(detectEdges(raster, low_threshold as number, high_threshold as number, run.check), 3),
        ),
      ],
    }),
  },
];
