// Modules whose settings are read name by name: their settings, and under which names that program keeps them.

import type { Reading } from "./fields.js";

export interface PlainModule {
  readonly feature: string;
  readonly reading: Reading;
}

/** The types, without case and signs, and without the word `Module` behind them. */
export const plainModules: Readonly<Record<string, PlainModule>> = {
  freeu: {
    feature: "freeu",
    reading: { b1: ["number", "B1"], b2: ["number", "B2"], s1: ["number", "S1"], s2: ["number", "S2"] },
  },
  nrs: {
    feature: "nrs",
    reading: {
      skew: ["number", "Skew"],
      stretch: ["number", "Stretch"],
      squash: ["number", "Squash"],
    },
  },
  discretemodelsampling: {
    feature: "discrete-sampling",
    reading: {
      sampling: ["word", "SelectedSamplingMethod", "SamplingMethod", "SelectedSampling", "Sampling"],
      zsnr: ["flag", "IsZsnrEnabled", "Zsnr", "UseZsnr"],
    },
  },
  cfgrescale: { feature: "cfg-rescale", reading: { multiplier: ["number", "Multiplier"] } },
  plasmanoise: {
    feature: "plasma-noise",
    reading: {
      kind: ["word", "SelectedNoiseType", "NoiseType", "Kind"],
      turbulence: ["number", "PlasmaTurbulence", "Turbulence"],
      valueMin: ["number", "ValueMin"],
      valueMax: ["number", "ValueMax"],
      redMin: ["number", "RedMin"],
      redMax: ["number", "RedMax"],
      greenMin: ["number", "GreenMin"],
      greenMax: ["number", "GreenMax"],
      blueMin: ["number", "BlueMin"],
      blueMax: ["number", "BlueMax"],
      plasmaSampler: ["flag", "IsPlasmaSamplerEnabled", "PlasmaSamplerEnabled", "UsePlasmaSampler"],
      latentNoise: ["number", "PlasmaSamplerLatentNoise", "LatentNoise"],
    },
  },
  tiledvae: {
    feature: "tiled-vae",
    reading: {
      tileSize: ["number", "TileSize"],
      overlap: ["number", "Overlap"],
      temporalSize: ["number", "TemporalSize"],
      temporalOverlap: ["number", "TemporalOverlap"],
    },
  },
  saveimage: { feature: "save-intermediate", reading: {} },
  promptexpansion: {
    feature: "prompt-expansion",
    reading: { model: ["file", "SelectedModel", "SelectedModelName", "ModelName", "Model"] },
  },
  lora: {
    feature: "lora",
    reading: {
      name: ["file", "SelectedModelName", "SelectedModel", "ModelName", "Model"],
      strength: ["number", "ModelWeight", "Weight", "Strength"],
      clipStrength: ["number", "ClipWeight", "ClipStrength"],
    },
  },
};

export const detailerReading: Reading = {
  bboxModel: ["file", "SelectedBboxModel", "BboxModel"],
  segmModel: ["file", "SelectedSegmModel", "SegmModel"],
  samModel: ["file", "SelectedSamModel", "SamModel"],
  guideSize: ["number", "GuideSize"],
  maxSize: ["number", "MaxSize"],
  denoise: ["number", "Denoise", "DenoiseStrength"],
  feather: ["number", "Feather"],
  noiseMask: ["flag", "NoiseMask"],
  forceInpaint: ["flag", "ForceInpaint"],
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
