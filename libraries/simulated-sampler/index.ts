// A simulated diffusion model: text encoder, latents, samplers and schedules, and a decoder that paints scenes.

export { beliefOf } from "./model/guided-mean.js";
export { decode } from "./model/decode-latents.js";
export { cutToCells, encode } from "./model/encode-rasters.js";
export {
  blended,
  cutLatents,
  fitted,
  joinedLatents,
  onPictures,
  pasteLatents,
  resizedLatents,
} from "./model/latent-edit.js";
export { emptyLatents, type LatentBatch, PIXELS_PER_CELL, selectBlocks, type Video } from "./model/latent.js";
export { latentPreview } from "./model/latent-preview.js";
export { decodedPictures, rework, type Sampled } from "./model/sample-latents.js";
export { leaning, mixedEvidence, styleOf } from "./model/file-styles.js";
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
