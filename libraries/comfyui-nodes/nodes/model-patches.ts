// Nodes that patch the guidance and the features of a model. Real patches change a network; the simulated patches change the
// guidance or the colors slightly in the same direction.
import { addSceneValues, type Model } from "@pictor/simulated-sampler";
import type { NodeDefinition } from "@pictor/comfyui-graph";
import { patchModel } from "./patch-model.js";

/** Multiplies the guidance scale. */
const guided = (model: Model, factor: number): Model => ({ ...model, gain: (model.gain ?? 1) * factor });

/** Makes colors stronger or weaker. */
const colored = (model: Model, vividness: number): Model => ({
  ...model,
  style: addSceneValues(model.style, { vividness }, 1),
});

/** FreeU: backbone features above 1 strengthen colors, skip features below 1 weaken them. */
const freeU = patchModel((model, { b1, b2, s1, s2 }) =>
  colored(model, 0.12 * ((b1 as number) + (b2 as number) - 2) + 0.03 * ((s1 as number) + (s2 as number) - 2)),
);

/** Simulates guidance away from a weakened model as a slightly higher guidance scale. */
const selfGuided = patchModel((model, { scale }) => guided(model, 1 + 0.02 * (scale as number)));

export const modelPatchNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "RescaleCFG",
      displayName: "RescaleCFG",
      category: "advanced/model",
      pythonModule: "comfy_extras.nodes_model_advanced",
      required: { model: ["MODEL"], multiplier: ["FLOAT", { default: 0.7, min: 0, max: 1, step: 0.01 }] },
      outputs: ["MODEL"],
      olderForm: true,
    },
    execute: patchModel((model, { multiplier }) => colored(model, -0.08 * (multiplier as number))),
  },
  {
    signature: {
      name: "CFGNorm",
      displayName: null,
      category: "advanced/guidance",
      pythonModule: "comfy_extras.nodes_cfg",
      required: { model: ["MODEL", {}], strength: ["FLOAT", { default: 1, min: 0, max: 100, step: 0.01 }] },
      outputs: ["MODEL"],
      outputNames: ["patched_model"],
      experimental: true,
    },
    execute: patchModel((model, { strength }) => colored(model, -0.05 * Math.min(strength as number, 4))),
  },
  {
    signature: {
      name: "FreeU",
      displayName: null,
      category: "model_patches/unet",
      pythonModule: "comfy_extras.nodes_freelunch",
      required: {
        model: ["MODEL", {}],
        b1: ["FLOAT", { default: 1.1, min: 0, max: 10, step: 0.01 }],
        b2: ["FLOAT", { default: 1.2, min: 0, max: 10, step: 0.01 }],
        s1: ["FLOAT", { default: 0.9, min: 0, max: 10, step: 0.01 }],
        s2: ["FLOAT", { default: 0.2, min: 0, max: 10, step: 0.01 }],
      },
      outputs: ["MODEL"],
    },
    execute: freeU,
  },
  {
    signature: {
      name: "FreeU_V2",
      displayName: null,
      category: "model_patches/unet",
      pythonModule: "comfy_extras.nodes_freelunch",
      required: {
        model: ["MODEL", {}],
        b1: ["FLOAT", { default: 1.3, min: 0, max: 10, step: 0.01 }],
        b2: ["FLOAT", { default: 1.4, min: 0, max: 10, step: 0.01 }],
        s1: ["FLOAT", { default: 0.9, min: 0, max: 10, step: 0.01 }],
        s2: ["FLOAT", { default: 0.2, min: 0, max: 10, step: 0.01 }],
      },
      outputs: ["MODEL"],
    },
    execute: freeU,
  },
  {
    signature: {
      name: "PerturbedAttentionGuidance",
      displayName: null,
      category: "model_patches/unet",
      pythonModule: "comfy_extras.nodes_pag",
      required: {
        model: ["MODEL", {}],
        scale: ["FLOAT", { default: 3, min: 0, max: 100, step: 0.01, round: 0.01 }],
      },
      outputs: ["MODEL"],
    },
    execute: selfGuided,
  },
  {
    signature: {
      name: "SelfAttentionGuidance",
      displayName: "Self-Attention Guidance",
      category: "_for_testing",
      pythonModule: "comfy_extras.nodes_sag",
      required: {
        model: ["MODEL", {}],
        scale: ["FLOAT", { default: 0.5, min: -2, max: 5, step: 0.01 }],
        blur_sigma: ["FLOAT", { default: 2, min: 0, max: 10, step: 0.1 }],
      },
      outputs: ["MODEL"],
      experimental: true,
    },
    execute: selfGuided,
  },
  {
    signature: {
      name: "SkipLayerGuidanceDiT",
      displayName: null,
      category: "advanced/guidance",
      pythonModule: "comfy_extras.nodes_slg",
      required: {
        model: ["MODEL", {}],
        double_layers: ["STRING", { default: "7, 8, 9", multiline: false }],
        single_layers: ["STRING", { default: "7, 8, 9", multiline: false }],
        scale: ["FLOAT", { default: 3, min: 0, max: 10, step: 0.1 }],
        start_percent: ["FLOAT", { default: 0.01, min: 0, max: 1, step: 0.001 }],
        end_percent: ["FLOAT", { default: 0.15, min: 0, max: 1, step: 0.001 }],
        rescaling_scale: ["FLOAT", { default: 0, min: 0, max: 10, step: 0.01 }],
      },
      outputs: ["MODEL"],
      experimental: true,
    },
    execute: selfGuided,
  },
  {
    signature: {
      name: "SkipLayerGuidanceSD3",
      displayName: null,
      category: "advanced/guidance",
      pythonModule: "comfy_extras.nodes_sd3",
      required: {
        model: ["MODEL", {}],
        layers: ["STRING", { default: "7, 8, 9", multiline: false }],
        scale: ["FLOAT", { default: 3, min: 0, max: 10, step: 0.1 }],
        start_percent: ["FLOAT", { default: 0.01, min: 0, max: 1, step: 0.001 }],
        end_percent: ["FLOAT", { default: 0.15, min: 0, max: 1, step: 0.001 }],
      },
      outputs: ["MODEL"],
      experimental: true,
    },
    execute: selfGuided,
  },
];
