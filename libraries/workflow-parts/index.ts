// What workflows share: models, latents, samplers, upscaling, and the types of core nodes.

export { scaledBy, type ScaleSettings } from "./upscale/scale-settings.js";
export { pictureSize } from "./upscale/picture-size.js";
export { scaledSize, scaleMethods, upscaled } from "./upscale/upscaled.js";
export type { ScaleMethod, Size, UpscaleMethod, Upscaling } from "./upscale/upscaled.js";
export { saveFilms, type Films, type FilmSettings } from "./video/save-films.js";
export { familyFiles, findFile, loadFamily } from "./models/load-family.js";
export type { Family, FamilyFiles, FamilySettings, FileInput, FileNames } from "./models/load-family.js";
export * from "./add-ons/applicable.js";
export { patchModels, type ModelPatch } from "./add-ons/patch-models.js";
export type { CoreNodes } from "./core-nodes.gen.js";

export { leftOpen, profileFiles, samplingValues } from "./chosen.js";
export { finish, saveImages } from "./finish.js";
export { addInput, loadMask, loadPicture, type InputNode } from "./inputs/load-picture.js";
export { askedSize, startPicture } from "./inputs/start-picture.js";
export { invalidSetting, type InvalidSetting } from "./invalid-setting.js";
export { emptyLatent, type LatentSize } from "./latents/empty-latent.js";
export { chooseProfile, customProfile, type ProfileSettings } from "./models/choose-profile.js";
export { loadCheckpoint, skipLayers } from "./models/load-checkpoint.js";
export type { CheckpointFile, LoadedModel } from "./models/load-checkpoint.js";
export { loadModels, type Loading, type ModelSettings } from "./models/load-models.js";
export { loadDiffusionModel, loadEncoders, loadVae, shifted } from "./models/load-parts.js";
export type { NamedFile } from "./models/load-parts.js";
export { configFile } from "./models/model-config.js";
export { pickFile, withOfferedFiles } from "./models/pick-file.js";
export { profileOf } from "./models/profile-of.js";
export { profileIds, profiles } from "./models/profiles.js";
export type {
  EmptyLatentClass,
  ModelProfile,
  ProfileId,
  Recommended,
  ShiftClass,
} from "./models/profiles.js";
export { prepared, type PictureSettings } from "./prepared.js";
export { withGuidance } from "./sampling/guidance.js";
export { sampleWithGuider } from "./sampling/guider-sampler.js";
export { samplingOrigins, type SamplerInputs, type SamplingJob } from "./sampling/job.js";
export { sampleWithModel } from "./sampling/model-sampler.js";
export { sample } from "./sampling/sample.js";
export { sampleWithTurbo } from "./sampling/turbo-sampler.js";
export { chosenSampling, type SamplingSettings, type SamplingSource } from "./sampling/chosen-sampling.js";
export { alignedSigmas, selectSampler, sigmasOf, turboSigmas } from "./sampling/sigmas.js";
