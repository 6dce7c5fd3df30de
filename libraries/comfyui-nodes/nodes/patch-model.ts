// A node that takes a model and gives it on, changed or not.
import type { Model } from "@pictor/simulated-sampler";
import type { Inputs, NodeResult } from "@pictor/comfyui-graph";

export const patchModel =
  (change: (model: Model, inputs: Inputs) => Model) =>
  (inputs: Inputs): NodeResult => ({ outputs: [change(inputs["model"] as Model, inputs)] });

/** Accepted and carried through: nothing of the patch can be seen in a simulated image. */
export const ignorePatch = patchModel((model) => model);
