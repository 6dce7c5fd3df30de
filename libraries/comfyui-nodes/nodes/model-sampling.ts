// Nodes that set the noise level of each timestep of a model.
import type { Model } from "@pictor/simulated-sampler";
import { ignorePatch, patchModel } from "./patch-model.js";
import type { NodeFunctions } from "./node-functions.js";

const shifted = (model: Model, shift: number): Model => ({ ...model, shift });

export const modelSamplingNodes: NodeFunctions = {
  ModelSamplingDiscrete: ignorePatch,
  ModelSamplingContinuousEDM: ignorePatch,
  ModelSamplingContinuousV: ignorePatch,
  ModelSamplingSD3: patchModel((model, { shift }) => shifted(model, shift as number)),
  ModelSamplingAuraFlow: patchModel((model, { shift }) => shifted(model, shift as number)),
  /** ModelSamplingFlux interpolates the shift linearly between 256 and 4096 patches of 16 by 16 pixels. */
  ModelSamplingFlux: patchModel((model, { max_shift, base_shift, width, height }) => {
    const patches = ((width as number) * (height as number)) / 256;
    const slope = ((max_shift as number) - (base_shift as number)) / (4096 - 256);
    return shifted(model, Math.exp((base_shift as number) + slope * (patches - 256)));
  }),
};
