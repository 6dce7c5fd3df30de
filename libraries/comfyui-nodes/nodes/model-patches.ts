// Nodes that patch a model: its guidance, its features and its noise levels. Real patches change a network; the
// simulated ones change the guidance or the colors slightly in the same direction, or nothing.
import { type Model, addSceneValues } from "@pictor/simulated-sampler";
import type { Inputs } from "@pictor/comfyui-graph";
import type { NodeFunctions } from "./node-functions.js";

const patchModel = (change: (model: Model, inputs: Inputs) => Model) => (inputs: Inputs) => [
  change(inputs["model"] as Model, inputs),
];

/** The `execute` of a patch that has no effect on simulated images: it returns the model unchanged. */
const ignorePatch = patchModel((model) => model);

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

const shifted = (model: Model, shift: number): Model => ({ ...model, shift });

export const modelPatchNodes: NodeFunctions = {
  RescaleCFG: patchModel((model, { multiplier }) => colored(model, -0.08 * (multiplier as number))),
  CFGNorm: patchModel((model, { strength }) => colored(model, -0.05 * Math.min(strength as number, 4))),
  FreeU: freeU,
  FreeU_V2: freeU,
  PerturbedAttentionGuidance: selfGuided,
  SelfAttentionGuidance: selfGuided,
  SkipLayerGuidanceDiT: selfGuided,
  SkipLayerGuidanceSD3: selfGuided,
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
  /** DifferentialDiffusion has no effect, because soft masks always blend by their value. */
  DifferentialDiffusion: ignorePatch,
  PatchModelAddDownscale: ignorePatch,
  HyperTile: ignorePatch,
  TomePatchModel: ignorePatch,
  /** VideoLinearCFGGuidance has no effect, because guidance is the same for all frames. */
  VideoLinearCFGGuidance: ignorePatch,
  VideoTriangleCFGGuidance: ignorePatch,
  CFGZeroStar: ignorePatch,
  TCFG: ignorePatch,
};
