// All node classes by name.
import { conditioningNodes } from "./conditioning.js";
import { controlNodes } from "./control.js";
import { encodeDecodeNodes } from "./encode-decode.js";
import { imageEditNodes } from "./image-edit.js";
import { imageFilterNodes } from "./image-filters.js";
import { imageScaleNodes } from "./image-scale.js";
import { latentNodes } from "./latents.js";
import { loadImageNodes } from "./load-image.js";
import { loaderNodes } from "./loaders.js";
import { maskNodes } from "./masks.js";
import { modelPatchNodes } from "./model-patches.js";
import { saveAndPreviewNodes } from "./save-and-preview.js";
import { primitiveNodes } from "./primitives.js";
import { samplingNodes } from "./sampling.js";
import { sigmaNodes } from "./sigmas.js";
import { textNodes } from "./text.js";
import { videoNodes } from "./video.js";
import { type NodeDefinition, type NodeResult, type NodeSignature, signatureOf } from "@pictor/comfyui-graph";
import { readEntry } from "../files/class-entries.js";
import type { NodeFunctions } from "./node-functions.js";

const functions: NodeFunctions = {
  ...conditioningNodes,
  ...controlNodes,
  ...encodeDecodeNodes,
  ...imageEditNodes,
  ...imageFilterNodes,
  ...imageScaleNodes,
  ...latentNodes,
  ...loadImageNodes,
  ...loaderNodes,
  ...maskNodes,
  ...modelPatchNodes,
  ...saveAndPreviewNodes,
  ...primitiveNodes,
  ...samplingNodes,
  ...sigmaNodes,
  ...textNodes,
  ...videoNodes,
};

const isWhole = (result: readonly unknown[] | NodeResult): result is NodeResult => "outputs" in result;

/** The signature is read when it is asked for, because most runs need few classes. */
function nodeOf(name: string, given: NodeFunctions[string]): NodeDefinition {
  const { files, execute, ...code } = typeof given === "function" ? { execute: given } : given;
  let signature: NodeSignature | undefined;
  return {
    ...code,
    execute(inputs, run) {
      const result = execute(inputs, run);
      return isWhole(result) ? result : { outputs: result };
    },
    get signature() {
      return (signature ??= signatureOf(name, readEntry(name), files));
    },
  };
}

export const catalog: ReadonlyMap<string, NodeDefinition> = new Map(
  Object.entries(functions).map(([name, given]) => [name, nodeOf(name, given)]),
);
