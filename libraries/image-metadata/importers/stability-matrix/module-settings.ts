// Settings of the modules of Stability Matrix that map one to one to settings of a feature.

import type { SettingSources } from "./read-settings.js";

export interface SimpleModule {
  /** Id of the feature that has the effect of the module. */
  readonly feature: string;
  readonly settings: SettingSources;
}

/** Simple modules by their normalized type without the suffix `module`. */
export const simpleModules: Readonly<Record<string, SimpleModule>> = {
  freeu: {
    feature: "freeu",
    settings: { b1: ["number", "B1"], b2: ["number", "B2"], s1: ["number", "S1"], s2: ["number", "S2"] },
  },
  nrs: {
    feature: "nrs",
    settings: { skew: ["number", "Skew"], stretch: ["number", "Stretch"], squash: ["number", "Squash"] },
  },
  discretemodelsampling: {
    feature: "discrete-sampling",
    settings: {
      sampling: ["lowercase", "SelectedSamplingMethod", "SamplingMethod", "SelectedSampling", "Sampling"],
      zsnr: ["boolean", "IsZsnrEnabled", "Zsnr", "UseZsnr"],
    },
  },
  cfgrescale: { feature: "cfg-rescale", settings: { multiplier: ["number", "Multiplier"] } },
  plasmanoise: {
    feature: "plasma-noise",
    settings: {
      kind: ["lowercase", "SelectedNoiseType", "NoiseType", "Kind"],
      turbulence: ["number", "PlasmaTurbulence", "Turbulence"],
      valueMin: ["number", "ValueMin"],
      valueMax: ["number", "ValueMax"],
      redMin: ["number", "RedMin"],
      redMax: ["number", "RedMax"],
      greenMin: ["number", "GreenMin"],
      greenMax: ["number", "GreenMax"],
      blueMin: ["number", "BlueMin"],
      blueMax: ["number", "BlueMax"],
      plasmaSampler: ["boolean", "IsPlasmaSamplerEnabled", "PlasmaSamplerEnabled", "UsePlasmaSampler"],
      latentNoise: ["number", "PlasmaSamplerLatentNoise", "LatentNoise"],
    },
  },
  tiledvae: {
    feature: "tiled-vae",
    settings: {
      tileSize: ["number", "TileSize"],
      overlap: ["number", "Overlap"],
      temporalSize: ["number", "TemporalSize"],
      temporalOverlap: ["number", "TemporalOverlap"],
    },
  },
  saveimage: { feature: "save-intermediate", settings: {} },
  promptexpansion: {
    feature: "prompt-expansion",
    settings: { model: ["choice", "SelectedModel", "SelectedModelName", "ModelName", "Model"] },
  },
  lora: {
    feature: "lora",
    settings: {
      name: ["choice", "SelectedModelName", "SelectedModel", "ModelName", "Model"],
      strength: ["number", "ModelWeight", "Weight", "Strength"],
      clipStrength: ["number", "ClipWeight", "ClipStrength"],
    },
  },
};

export const faceDetailerSettings: SettingSources = {
  bboxModel: ["choice", "SelectedBboxModel", "BboxModel"],
  segmModel: ["choice", "SelectedSegmModel", "SegmModel"],
  samModel: ["choice", "SelectedSamModel", "SamModel"],
  guideSize: ["number", "GuideSize"],
  maxSize: ["number", "MaxSize"],
  denoise: ["number", "Denoise", "DenoiseStrength"],
  feather: ["number", "Feather"],
  noiseMask: ["boolean", "NoiseMask"],
  forceInpaint: ["boolean", "ForceInpaint"],
  bboxThreshold: ["number", "BboxThreshold"],
  bboxDilation: ["number", "BboxDilation"],
  bboxCropFactor: ["number", "BboxCropFactor"],
  samDetectionHint: ["text", "SamDetectionHint"],
  samDilation: ["number", "SamDilation"],
  samThreshold: ["number", "SamThreshold"],
  samBboxExpansion: ["number", "SamBboxExpansion"],
  samMaskHintThreshold: ["number", "SamMaskHintThreshold"],
  samMaskHintUseNegative: ["text", "SamMaskHintUseNegative"],
  dropSize: ["number", "DropSize"],
  cycle: ["number", "Cycle"],
};
