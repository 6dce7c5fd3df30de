// Nodes that patch the guidance and the features of a model. Real patches change a network; the simulated patches change the
// guidance or the colors slightly in the same direction.
import { addSceneValues, type Model } from "@pictor/simulated-sampler";
import { patchModel } from "./patch-model.js";
import type { NodeFunctions } from "./node-functions.js";

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

export const modelPatchNodes: NodeFunctions = {
  RescaleCFG: patchModel((model, { multiplier }) => colored(model, -0.08 * (multiplier as number))),
  CFGNorm: patchModel((model, { strength }) => colored(model, -0.05 * Math.min(strength as number, 4))),
  FreeU: freeU,
  FreeU_V2: freeU,
  PerturbedAttentionGuidance: selfGuided,
  SelfAttentionGuidance: selfGuided,
  SkipLayerGuidanceDiT: selfGuided,
  SkipLayerGuidanceSD3: selfGuided,
};
