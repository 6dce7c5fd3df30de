// Nodes for model patches that have no effect on simulated images. They return the model unchanged.
import { ignorePatch } from "./patch-model.js";
import type { NodeFunctions } from "./node-functions.js";

export const ignoredPatchNodes: NodeFunctions = {
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
