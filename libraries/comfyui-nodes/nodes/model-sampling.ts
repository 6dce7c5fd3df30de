// Nodes that set the noise level of each timestep of a model.
import type { Model } from "@pictor/simulated-sampler";
import type { NodeDefinition } from "@pictor/comfyui-graph";
import { ignorePatch, patchModel } from "./patch-model.js";

const shifted = (model: Model, shift: number): Model => ({ ...model, shift });

export const modelSamplingNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "ModelSamplingDiscrete",
      displayName: "ModelSamplingDiscrete",
      category: "advanced/model",
      pythonModule: "comfy_extras.nodes_model_advanced",
      required: {
        model: ["MODEL"],
        sampling: [["eps", "v_prediction", "lcm", "x0", "img_to_img"]],
        zsnr: ["BOOLEAN", { default: false }],
      },
      outputs: ["MODEL"],
      olderForm: true,
    },
    execute: ignorePatch,
  },
  {
    signature: {
      name: "ModelSamplingContinuousEDM",
      displayName: "ModelSamplingContinuousEDM",
      category: "advanced/model",
      pythonModule: "comfy_extras.nodes_model_advanced",
      required: {
        model: ["MODEL"],
        sampling: [["v_prediction", "edm", "edm_playground_v2.5", "eps", "cosmos_rflow"]],
        sigma_max: ["FLOAT", { default: 120, min: 0, max: 1000, step: 0.001, round: false }],
        sigma_min: ["FLOAT", { default: 0.002, min: 0, max: 1000, step: 0.001, round: false }],
      },
      outputs: ["MODEL"],
      olderForm: true,
    },
    execute: ignorePatch,
  },
  {
    signature: {
      name: "ModelSamplingContinuousV",
      displayName: "ModelSamplingContinuousV",
      category: "advanced/model",
      pythonModule: "comfy_extras.nodes_model_advanced",
      required: {
        model: ["MODEL"],
        sampling: [["v_prediction"]],
        sigma_max: ["FLOAT", { default: 500, min: 0, max: 1000, step: 0.001, round: false }],
        sigma_min: ["FLOAT", { default: 0.03, min: 0, max: 1000, step: 0.001, round: false }],
      },
      outputs: ["MODEL"],
      olderForm: true,
    },
    execute: ignorePatch,
  },
  {
    signature: {
      name: "ModelSamplingSD3",
      displayName: "ModelSamplingSD3",
      category: "advanced/model",
      pythonModule: "comfy_extras.nodes_model_advanced",
      required: { model: ["MODEL"], shift: ["FLOAT", { default: 3, min: 0, max: 100, step: 0.01 }] },
      outputs: ["MODEL"],
      olderForm: true,
    },
    execute: patchModel((model, { shift }) => shifted(model, shift as number)),
  },
  {
    signature: {
      name: "ModelSamplingAuraFlow",
      displayName: "ModelSamplingAuraFlow",
      category: "advanced/model",
      pythonModule: "comfy_extras.nodes_model_advanced",
      required: { model: ["MODEL"], shift: ["FLOAT", { default: 1.73, min: 0, max: 100, step: 0.01 }] },
      outputs: ["MODEL"],
      olderForm: true,
    },
    execute: patchModel((model, { shift }) => shifted(model, shift as number)),
  },
  {
    signature: {
      name: "ModelSamplingFlux",
      displayName: "ModelSamplingFlux",
      category: "advanced/model",
      pythonModule: "comfy_extras.nodes_model_advanced",
      required: {
        model: ["MODEL"],
        max_shift: ["FLOAT", { default: 1.15, min: 0, max: 100, step: 0.01 }],
        base_shift: ["FLOAT", { default: 0.5, min: 0, max: 100, step: 0.01 }],
        width: ["INT", { default: 1024, min: 16, max: 16384, step: 8 }],
        height: ["INT", { default: 1024, min: 16, max: 16384, step: 8 }],
      },
      outputs: ["MODEL"],
      olderForm: true,
    },
    /** ModelSamplingFlux interpolates the shift linearly between 256 and 4096 patches of 16 by 16 pixels. */
    execute: patchModel((model, { max_shift, base_shift, width, height }) => {
      const patches = ((width as number) * (height as number)) / 256;
      const slope = ((max_shift as number) - (base_shift as number)) / (4096 - 256);
      return shifted(model, Math.exp((base_shift as number) + slope * (patches - 256)));
    }),
  },
];
