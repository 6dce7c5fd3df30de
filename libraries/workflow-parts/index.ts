// @pictor/workflow-parts: functions that workflow templates and features share, from loading models to saving images and videos.

export type { CoreNodes } from "./core-nodes.gen.js";
export { omitGivenSettings } from "./chosen-settings.js";
export { invalidSettingError, type InvalidSetting } from "./invalid-setting.js";
export { inputsFromSettings, type SettingInputs } from "./setting-inputs.js";

export { applyShift, loadDiffusionModel, loadTextEncoders, loadVae } from "./models/component-loaders.js";
export type { ModelFile } from "./models/component-loaders.js";
export { detectFamily } from "./models/detect-family.js";
export type { EmptyLatentClass, FamilyId, ModelFamily, ShiftClass } from "./models/families.js";
export { applyClipSkip, loadCheckpoint } from "./models/load-checkpoint.js";
export type { CheckpointFile, LoadedModel } from "./models/load-checkpoint.js";
export { loadComponents, resolveComponentFiles } from "./models/load-components.js";
export type { ComponentFiles, ComponentSettings, ModelComponents } from "./models/load-components.js";
export { modelConfigFile } from "./models/model-config-file.js";
export {
  diffusionModelInputs,
  findModelFile,
  modelFileClasses,
  offeredFiles,
} from "./models/offered-files.js";
export type { FileNameCandidates, ModelFileInput } from "./models/offered-files.js";

export { readImageSize } from "./images/image-size.js";
export { addInputFile, loadImage, loadMask, type InputNodeOptions } from "./images/load-image.js";
export { resolveImageSize, startFromImage } from "./images/start-image.js";

export { isUnitScale, scaleByFactor, type ScaleSettings } from "./upscale/scale-by-factor.js";
export { scalePrimary, scaleSize } from "./upscale/scale-primary.js";
export type { Size } from "@pictor/images/formats";
export type { InterpolationMethod, ScaleMethod, ScaleOptions } from "./upscale/scale-primary.js";

export { emptyLatentRecipe, type LatentSize } from "./sampling/empty-latent.js";
export { addFluxGuidance, effectiveCfg } from "./sampling/flux-guidance.js";
export { readSampler } from "./sampling/read-sampler.js";
export { resolveSampling, toSamplingSettings } from "./sampling/resolve-sampling.js";
export type { SamplingContext, SamplingSettings } from "./sampling/resolve-sampling.js";
export { samplePass } from "./sampling/sample-pass.js";
export type { SamplerInputs, SamplingPass } from "./sampling/sampling-pass.js";
export { addSigmas } from "./sampling/sigmas.js";

export * from "./features/requirements.js";
export { patchModels, type ModelPatch } from "./features/patch-models.js";

export { finish } from "./phases/finish.js";
export { prepareImageWorkflow, type ImageWorkflowSettings } from "./phases/prepare-image-workflow.js";
export { sample } from "./phases/sample.js";
export { saveVideos, type VideoBatch, type VideoSettings } from "./phases/save-videos.js";
