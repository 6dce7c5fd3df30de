// The inputs of FaceDetailer that are values, from the feature's settings or else from the image's sampling.

import type { Sampling } from "@pictor/kernel/plugin";
import { effectiveCfg, inputsFromSettings } from "@pictor/workflow-parts";
import type { FaceDetailerNodes } from "./impact-pack-nodes.js";
import type { FaceDetailerSettings } from "./settings.gen.js";

/** The names of align_your_steps in FaceDetailer's own list of schedulers, by kind of model. */
const alignedSchedulers = { SD1: "AYS SD1", SDXL: "AYS SDXL", SVD: "AYS SVD" } as const;

const imageScheduler = ({ scheduler, alignedTo = "SDXL" }: Sampling): string =>
  scheduler === "align_your_steps" ? alignedSchedulers[alignedTo] : scheduler;

/** Inputs that take a setting unchanged. */
const settingByInput = {
  max_size: "maxSize",
  denoise: "denoise",
  feather: "feather",
  noise_mask: "noiseMask",
  force_inpaint: "forceInpaint",
  bbox_threshold: "bboxThreshold",
  bbox_dilation: "bboxDilation",
  bbox_crop_factor: "bboxCropFactor",
  sam_detection_hint: "samDetectionHint",
  sam_dilation: "samDilation",
  sam_threshold: "samThreshold",
  sam_bbox_expansion: "samBboxExpansion",
  sam_mask_hint_threshold: "samMaskHintThreshold",
  sam_mask_hint_use_negative: "samMaskHintUseNegative",
  drop_size: "dropSize",
  cycle: "cycle",
  tiled_encode: "tiledEncode",
  tiled_decode: "tiledDecode",
  guide_size: "guideSize",
} as const;

/** Builds the inputs of FaceDetailer and their origins. */
export function createDetailerInputs(settings: FaceDetailerSettings, sampling: Sampling) {
  const unchanged = inputsFromSettings(settings, settingByInput);
  return {
    inputs: {
      ...unchanged.inputs,
      guide_size_for: settings.guideSizeFor === "bbox",
      seed: settings.seed === undefined ? sampling.seed : BigInt(settings.seed),
      steps: settings.steps ?? sampling.steps,
      cfg: settings.cfg ?? effectiveCfg(sampling),
      sampler_name: settings.sampler ?? sampling.sampler,
      scheduler: settings.scheduler ?? imageScheduler(sampling),
      wildcard: "",
    } satisfies Partial<FaceDetailerNodes["FaceDetailer"]["inputs"]>,
    origins: {
      ...unchanged.origins,
      guide_size_for: "guideSizeFor",
      seed: "seed",
      steps: "steps",
      cfg: "cfg",
      sampler_name: "sampler",
      scheduler: "scheduler",
    },
  };
}
