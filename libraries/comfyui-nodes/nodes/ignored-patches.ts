// Nodes for model patches that have no effect on simulated images. They return the model unchanged.
import type { NodeDefinition } from "@pictor/comfyui-graph";
import { ignorePatch } from "./patch-model.js";

export const ignoredPatchNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "DifferentialDiffusion",
      displayName: "Differential Diffusion",
      category: "_for_testing",
      pythonModule: "comfy_extras.nodes_differential_diffusion",
      required: { model: ["MODEL", {}] },
      optional: { strength: ["FLOAT", { default: 1, min: 0, max: 1, step: 0.01 }] },
      outputs: ["MODEL"],
      experimental: true,
    },
    /** DifferentialDiffusion has no effect, because soft masks always blend by their value. */
    execute: ignorePatch,
  },
  {
    signature: {
      name: "PatchModelAddDownscale",
      displayName: "PatchModelAddDownscale (Kohya Deep Shrink)",
      category: "model_patches/unet",
      pythonModule: "comfy_extras.nodes_model_downscale",
      required: {
        model: ["MODEL", {}],
        block_number: ["INT", { default: 3, min: 1, max: 32, step: 1 }],
        downscale_factor: ["FLOAT", { default: 2, min: 0.1, max: 9, step: 0.001 }],
        start_percent: ["FLOAT", { default: 0, min: 0, max: 1, step: 0.001 }],
        end_percent: ["FLOAT", { default: 0.35, min: 0, max: 1, step: 0.001 }],
        downscale_after_skip: ["BOOLEAN", { default: true }],
        downscale_method: [
          "COMBO",
          { multiselect: false, options: ["bicubic", "nearest-exact", "bilinear", "area", "bislerp"] },
        ],
        upscale_method: [
          "COMBO",
          { multiselect: false, options: ["bicubic", "nearest-exact", "bilinear", "area", "bislerp"] },
        ],
      },
      outputs: ["MODEL"],
    },
    execute: ignorePatch,
  },
  {
    signature: {
      name: "HyperTile",
      displayName: null,
      category: "model_patches/unet",
      pythonModule: "comfy_extras.nodes_hypertile",
      required: {
        model: ["MODEL", {}],
        tile_size: ["INT", { default: 256, min: 1, max: 2048 }],
        swap_size: ["INT", { default: 2, min: 1, max: 128 }],
        max_depth: ["INT", { default: 0, min: 0, max: 10 }],
        scale_depth: ["BOOLEAN", { default: false }],
      },
      outputs: ["MODEL"],
    },
    execute: ignorePatch,
  },
  {
    signature: {
      name: "TomePatchModel",
      displayName: null,
      category: "model_patches/unet",
      pythonModule: "comfy_extras.nodes_tomesd",
      required: { model: ["MODEL", {}], ratio: ["FLOAT", { default: 0.3, min: 0, max: 1, step: 0.01 }] },
      outputs: ["MODEL"],
    },
    execute: ignorePatch,
  },
  {
    signature: {
      name: "VideoLinearCFGGuidance",
      displayName: "VideoLinearCFGGuidance",
      category: "sampling/video_models",
      pythonModule: "comfy_extras.nodes_video_model",
      required: {
        model: ["MODEL"],
        min_cfg: ["FLOAT", { default: 1, min: 0, max: 100, step: 0.5, round: 0.01 }],
      },
      outputs: ["MODEL"],
      olderForm: true,
    },
    /** VideoLinearCFGGuidance has no effect, because guidance is the same for all frames. */
    execute: ignorePatch,
  },
  {
    signature: {
      name: "VideoTriangleCFGGuidance",
      displayName: "VideoTriangleCFGGuidance",
      category: "sampling/video_models",
      pythonModule: "comfy_extras.nodes_video_model",
      required: {
        model: ["MODEL"],
        min_cfg: ["FLOAT", { default: 1, min: 0, max: 100, step: 0.5, round: 0.01 }],
      },
      outputs: ["MODEL"],
      olderForm: true,
    },
    execute: ignorePatch,
  },
  {
    signature: {
      name: "CFGZeroStar",
      displayName: null,
      category: "advanced/guidance",
      pythonModule: "comfy_extras.nodes_cfg",
      required: { model: ["MODEL", {}] },
      outputs: ["MODEL"],
      outputNames: ["patched_model"],
    },
    execute: ignorePatch,
  },
  {
    signature: {
      name: "TCFG",
      displayName: "Tangential Damping CFG",
      category: "advanced/guidance",
      pythonModule: "comfy_extras.nodes_tcfg",
      required: { model: ["MODEL", {}] },
      outputs: ["MODEL"],
      outputNames: ["patched_model"],
    },
    execute: ignorePatch,
  },
];
