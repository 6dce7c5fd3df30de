// All node classes by name.
import { animationNodes } from "./animations.js";
import { ignoredPatchNodes } from "./ignored-patches.js";
import { conditioningNodes } from "./conditioning.js";
import { controlNodes } from "./control.js";
import { customSamplingNodes } from "./custom-sampling.js";
import { encodeDecodeNodes } from "./encode-decode.js";
import { fluxConditioningNodes } from "./flux-conditioning.js";
import { imageEditNodes } from "./image-edit.js";
import { imageFilterNodes } from "./image-filters.js";
import { imageScaleNodes } from "./image-scale.js";
import { latentEditNodes } from "./latent-edit.js";
import { latentNodes } from "./latents.js";
import { loadImageNodes } from "./load-image.js";
import { loaderNodes } from "./loaders.js";
import { maskImageNodes } from "./mask-images.js";
import { maskNodes } from "./masks.js";
import { modelPatchNodes } from "./model-patches.js";
import { modelSamplingNodes } from "./model-sampling.js";
import { moreLoaderNodes } from "./more-loaders.js";
import { outpaintNodes } from "./outpaint.js";
import { saveAndPreviewNodes } from "./save-and-preview.js";
import { primitiveNodes } from "./primitives.js";
import { samplingNodes } from "./sampling.js";
import { schedulerNodes } from "./schedulers.js";
import { sigmaNodes } from "./sigmas.js";
import { textNodes } from "./text.js";
import { upscaleModelNodes } from "./upscale-model.js";
import { videoNodes } from "./video.js";
import { type NodeDefinition, type NodeSignature, signatureOf } from "@pictor/comfyui-graph";
import { readEntry } from "../files/class-entries.js";
import type { NodeFunctions } from "./node-functions.js";

const functions: NodeFunctions = {
  ...animationNodes,
  ...ignoredPatchNodes,
  ...conditioningNodes,
  ...fluxConditioningNodes,
  ...controlNodes,
  ...customSamplingNodes,
  ...encodeDecodeNodes,
  ...imageEditNodes,
  ...imageFilterNodes,
  ...imageScaleNodes,
  ...latentEditNodes,
  ...latentNodes,
  ...loadImageNodes,
  ...loaderNodes,
  ...maskImageNodes,
  ...maskNodes,
  ...modelPatchNodes,
  ...modelSamplingNodes,
  ...moreLoaderNodes,
  ...outpaintNodes,
  ...saveAndPreviewNodes,
  ...primitiveNodes,
  ...samplingNodes,
  ...schedulerNodes,
  ...sigmaNodes,
  ...textNodes,
  ...upscaleModelNodes,
  ...videoNodes,
};

/** The signature is read when it is asked for, because most runs need few classes. */
function nodeOf(name: string, given: NodeFunctions[string]): NodeDefinition {
  const { files, ...code } = typeof given === "function" ? { execute: given } : given;
  let signature: NodeSignature | undefined;
  return {
    ...code,
    get signature() {
      return (signature ??= signatureOf(name, readEntry(name), files));
    },
  };
}

export const catalog: ReadonlyMap<string, NodeDefinition> = new Map(
  Object.entries(functions).map(([name, given]) => [name, nodeOf(name, given)]),
);
