// The `execute` functions of nodes with one model as input and output.
import type { Model } from "@pictor/simulated-sampler";
import type { Inputs, NodeResult } from "@pictor/comfyui-graph";

export const patchModel =
  (change: (model: Model, inputs: Inputs) => Model) =>
  (inputs: Inputs): NodeResult => ({ outputs: [change(inputs["model"] as Model, inputs)] });

/** Returns the model unchanged, for patches without an effect on simulated images. */
export const ignorePatch = patchModel((model) => model);
