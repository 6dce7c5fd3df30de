// The `execute` functions of nodes with one model as input and output.
import type { Model } from "@pictor/simulated-sampler";
import type { Inputs, NodeResult } from "@pictor/comfyui-graph";

export const patchModel =
  (change: (model: Model, inputs: Inputs) => Model) =>
  (inputs: Inputs): NodeResult => ({ outputs: [change(inputs["model"] as Model, inputs)] });

/** The `execute` of a patch that has no effect on simulated images: it returns the model unchanged. */
export const ignorePatch = patchModel((model) => model);
