// A simulated diffusion model: text encoder, latents, samplers, schedulers, and a decoder that renders landscapes.

export { guidedMean } from "./model/guided-mean.js";
export { decodeLatents } from "./model/decode-latents.js";
export { cropToCells, encodeImages } from "./model/encode-rasters.js";
export {
  blendLatents,
  cropLatents,
  fitLatents,
  concatLatents,
  mapLatentRasters,
  pasteLatents,
  resizeLatents,
} from "./model/latent-edit.js";
export { emptyLatents, type LatentBatch, PIXELS_PER_CELL, selectBlocks, type Video } from "./model/latent.js";
export { latentPreview } from "./model/latent-preview.js";
export { decodedRasters, sampleLatents, type SampledLatents } from "./model/sample-latents.js";
export { sceneValuesOfFile, addSceneValues, styleOfFile } from "./model/file-styles.js";
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
} from "./model/node-values.js";
export { alignYourSteps } from "./sampler/align-your-steps.js";
export { type SamplerName, samplerNames } from "./sampler/update-rules.js";
export {
  betaSchedule,
  denoisedSigmas,
  type SchedulerName,
  schedulerNames,
  scheduleSigmas,
  shifted,
} from "./sampler/schedules.js";
export { flowTimes, karras, laplace, polyexponential, variancePreserving } from "./sampler/sigma-curves.js";
export { sigmaAt } from "./sampler/sigma-table.js";
export { parameterIndex, PARAMETERS, type SceneParameter } from "./scene/scene-parameters.js";
export { encodeText } from "./text/encode-text.js";
