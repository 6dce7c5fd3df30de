// A simulated diffusion model: text encoder, latents, samplers, schedulers, and a decoder that renders landscapes.

export { decodedRasters, decodeLatents } from "./latents/decode-latents.js";
export { cropToCells, encodeImages } from "./latents/encode-images.js";
export {
  blendLatents,
  cropLatents,
  fitLatents,
  concatLatents,
  mapLatentRasters,
  pasteLatents,
  resizeLatents,
} from "./latents/latent-edit.js";
export {
  emptyLatents,
  type LatentBatch,
  latentPreview,
  PIXELS_PER_CELL,
  selectBlocks,
  type Video,
} from "./latents/latent.js";
export type {
  Clip,
  Conditioning,
  ConditioningEntry,
  ControlNet,
  Guider,
  ImageBatch,
  MaskBatch,
  Model,
  Noise,
  Sampler,
  Sigmas,
  Tint,
  UpscaleModel,
  Vae,
  VisionOutput,
} from "./values/node-values.js";
export { guidedMean } from "./sampling/guided-mean.js";
export { sampleLatents, type SampledLatents } from "./sampling/sample-latents.js";
export { type SamplerName, samplerNames } from "./steps/samplers.js";
export { addSceneValues, parameterIndex, PARAMETERS, type SceneParameter } from "./scene/parameters.js";
export {
  denoisedSigmas,
  karras,
  polyexponential,
  type SchedulerName,
  schedulerNames,
  scheduleSigmas,
  shifted,
  sigmaAt,
} from "./steps/sigmas.js";
export { boundedEvidence, encodeText } from "./text/encode-text.js";
export { sceneValuesOfFile, styleOfFile } from "./text/file-styles.js";
