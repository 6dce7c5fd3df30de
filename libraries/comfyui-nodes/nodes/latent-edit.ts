// Nodes that scale, composite, blend, transform and mask latents.
import {
  blendLatents,
  cropLatents,
  fitLatents,
  type LatentBatch,
  type MaskBatch,
  mapLatentRasters,
  pasteLatents,
  PIXELS_PER_CELL,
  resizeLatents,
} from "@pictor/simulated-sampler";
import { flipRaster, type LatentMethod, latentMethods, roundHalfEven, rotateRaster } from "@pictor/images";
import type { NodeDefinition } from "@pictor/comfyui-graph";

const cellsOf = (pixels: unknown): number => Math.trunc((pixels as number) / PIXELS_PER_CELL);

export const latentEditNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "LatentUpscale",
      displayName: "Upscale Latent",
      category: "latent",
      pythonModule: "nodes",
      required: {
        samples: ["LATENT"],
        upscale_method: [latentMethods],
        width: ["INT", { default: 512, min: 0, max: 16384, step: 8 }],
        height: ["INT", { default: 512, min: 0, max: 16384, step: 8 }],
        crop: [["disabled", "center"]],
      },
      outputs: ["LATENT"],
    },
    /**
     * In LatentUpscale, a width or height of 0 follows from the other side, so that the aspect ratio stays. If both are 0, the latent stays
     * unchanged.
     */
    execute({ samples, upscale_method, width, height, crop }, run) {
      const latents = samples as LatentBatch;
      let [w, h] = [width as number, height as number];
      if (w === 0 && h === 0) return { outputs: [latents] };
      if (w === 0) w = Math.max(64, roundHalfEven((latents.width * Math.max(64, h)) / latents.height));
      if (h === 0) h = Math.max(64, roundHalfEven((latents.height * Math.max(64, w)) / latents.width));
      const size = {
        width: cellsOf(Math.max(64, w)),
        height: cellsOf(Math.max(64, h)),
        crop: crop === "center",
      };
      return { outputs: [resizeLatents(latents, size, upscale_method as LatentMethod, run.check)] };
    },
  },
  {
    signature: {
      name: "LatentUpscaleBy",
      displayName: "Upscale Latent By",
      category: "latent",
      pythonModule: "nodes",
      required: {
        samples: ["LATENT"],
        upscale_method: [latentMethods],
        scale_by: ["FLOAT", { default: 1.5, min: 0.01, max: 8, step: 0.01 }],
      },
      outputs: ["LATENT"],
    },
    execute({ samples, upscale_method, scale_by }, run) {
      const latents = samples as LatentBatch;
      const side = (cells: number): number => Math.max(1, roundHalfEven(cells * (scale_by as number)));
      const size = { width: side(latents.width), height: side(latents.height), crop: false };
      return { outputs: [resizeLatents(latents, size, upscale_method as LatentMethod, run.check)] };
    },
  },
  {
    signature: {
      name: "LatentComposite",
      displayName: "Latent Composite",
      category: "latent",
      pythonModule: "nodes",
      required: {
        samples_to: ["LATENT"],
        samples_from: ["LATENT"],
        x: ["INT", { default: 0, min: 0, max: 16384, step: 8 }],
        y: ["INT", { default: 0, min: 0, max: 16384, step: 8 }],
        feather: ["INT", { default: 0, min: 0, max: 16384, step: 8 }],
      },
      outputs: ["LATENT"],
    },
    execute({ samples_to, samples_from, x, y, feather }) {
      const place = { x: cellsOf(x), y: cellsOf(y), feather: cellsOf(feather) };
      return { outputs: [pasteLatents(samples_to as LatentBatch, samples_from as LatentBatch, place)] };
    },
  },
  {
    signature: {
      name: "LatentCompositeMasked",
      displayName: null,
      category: "latent",
      pythonModule: "comfy_extras.nodes_mask",
      required: {
        destination: ["LATENT", {}],
        source: ["LATENT", {}],
        x: ["INT", { default: 0, min: 0, max: 16384, step: 8 }],
        y: ["INT", { default: 0, min: 0, max: 16384, step: 8 }],
        resize_source: ["BOOLEAN", { default: false }],
      },
      optional: { mask: ["MASK", {}] },
      outputs: ["LATENT"],
    },
    execute({ destination, source, x, y, resize_source, mask }, run) {
      const under = destination as LatentBatch;
      const over =
        resize_source === true
          ? fitLatents(source as LatentBatch, under, run.check)
          : (source as LatentBatch);
      const masks = (mask as MaskBatch | undefined)?.masks;
      const place = { x: cellsOf(x), y: cellsOf(y), feather: 0, ...(masks && { masks }) };
      return { outputs: [pasteLatents(under, over, place)] };
    },
  },
  {
    signature: {
      name: "LatentBlend",
      displayName: "Latent Blend",
      category: "_for_testing",
      pythonModule: "nodes",
      required: {
        samples1: ["LATENT"],
        samples2: ["LATENT"],
        blend_factor: ["FLOAT", { default: 0.5, min: 0, max: 1, step: 0.01 }],
      },
      outputs: ["LATENT"],
    },
    execute({ samples1, samples2, blend_factor }, run) {
      const first = samples1 as LatentBatch;
      return {
        outputs: [
          blendLatents(first, fitLatents(samples2 as LatentBatch, first, run.check), blend_factor as number),
        ],
      };
    },
  },
  {
    signature: {
      name: "LatentFlip",
      displayName: "Flip Latent",
      category: "latent/transform",
      pythonModule: "nodes",
      required: { samples: ["LATENT"], flip_method: [["x-axis: vertically", "y-axis: horizontally"]] },
      outputs: ["LATENT"],
    },
    execute({ samples, flip_method }) {
      const vertically = (flip_method as string).startsWith("x");
      return {
        outputs: [mapLatentRasters(samples as LatentBatch, (raster) => flipRaster(raster, vertically))],
      };
    },
  },
  {
    signature: {
      name: "LatentRotate",
      displayName: "Rotate Latent",
      category: "latent/transform",
      pythonModule: "nodes",
      required: { samples: ["LATENT"], rotation: [["none", "90 degrees", "180 degrees", "270 degrees"]] },
      outputs: ["LATENT"],
    },
    execute: ({ samples, rotation }) => ({
      outputs: [
        mapLatentRasters(samples as LatentBatch, (raster) =>
          rotateRaster(raster, Number.parseInt(rotation as string, 10) || 0),
        ),
      ],
    }),
  },
  {
    signature: {
      name: "LatentCrop",
      displayName: "Crop Latent",
      category: "latent/transform",
      pythonModule: "nodes",
      required: {
        samples: ["LATENT"],
        width: ["INT", { default: 512, min: 64, max: 16384, step: 8 }],
        height: ["INT", { default: 512, min: 64, max: 16384, step: 8 }],
        x: ["INT", { default: 0, min: 0, max: 16384, step: 8 }],
        y: ["INT", { default: 0, min: 0, max: 16384, step: 8 }],
      },
      outputs: ["LATENT"],
    },
    execute({ samples, width, height, x, y }) {
      const box = { x: cellsOf(x), y: cellsOf(y), width: cellsOf(width), height: cellsOf(height) };
      return { outputs: [cropLatents(samples as LatentBatch, box)] };
    },
  },
  {
    signature: {
      name: "SetLatentNoiseMask",
      displayName: "Set Latent Noise Mask",
      category: "latent/inpaint",
      pythonModule: "nodes",
      required: { samples: ["LATENT"], mask: ["MASK"] },
      outputs: ["LATENT"],
    },
    execute: ({ samples, mask }) => ({
      outputs: [{ ...(samples as LatentBatch), noiseMask: mask as MaskBatch } satisfies LatentBatch],
    }),
  },
];
