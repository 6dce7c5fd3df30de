// The detailer's inputs that are plain values: the add-on's settings, and the picture's own sampling where they are silent.

import type { Sampling } from "@pictor/kernel/plugin";
import type { DetailerNodes } from "./nodes.js";
import type { FaceDetailerSettings } from "./settings.gen.js";

/** What align_your_steps is called in the detailer's own list, by kind of model. */
const alignedSchedulers = { SD1: "AYS SD1", SDXL: "AYS SDXL", SVD: "AYS SVD" } as const;

const schedulerOf = ({ scheduler, alignedTo = "SDXL" }: Sampling): string =>
  scheduler === "align_your_steps" ? alignedSchedulers[alignedTo] : scheduler;

/** Embedded guidance stands in place of the CFG scale. */
const cfgOf = ({ cfg, guidance }: Sampling): number => (guidance === undefined ? cfg : 1);

export function valuesOf(settings: FaceDetailerSettings, sampling: Sampling) {
  const { steps = sampling.steps, cfg = cfgOf(sampling), sampler = sampling.sampler } = settings;
  return {
    guide_size: settings.guideSize,
    guide_size_for: settings.guideSizeFor === "bbox",
    max_size: settings.maxSize,
    seed: settings.seed === undefined ? sampling.seed : BigInt(settings.seed),
    steps,
    cfg,
    sampler_name: sampler,
    scheduler: settings.scheduler ?? schedulerOf(sampling),
    denoise: settings.denoise,
    feather: settings.feather,
    noise_mask: settings.noiseMask,
    force_inpaint: settings.forceInpaint,
    bbox_threshold: settings.bboxThreshold,
    bbox_dilation: settings.bboxDilation,
    bbox_crop_factor: settings.bboxCropFactor,
    sam_detection_hint: settings.samDetectionHint,
    sam_dilation: settings.samDilation,
    sam_threshold: settings.samThreshold,
    sam_bbox_expansion: settings.samBboxExpansion,
    sam_mask_hint_threshold: settings.samMaskHintThreshold,
    sam_mask_hint_use_negative: settings.samMaskHintUseNegative,
    wildcard: "",
    drop_size: settings.dropSize,
    cycle: settings.cycle,
    tiled_encode: settings.tiledEncode,
    tiled_decode: settings.tiledDecode,
  } satisfies Partial<DetailerNodes["FaceDetailer"]["inputs"]>;
}

/** Node input to the setting behind it. */
export const origins = {
  guide_size: "guideSize",
  max_size: "maxSize",
  seed: "seed",
  steps: "steps",
  cfg: "cfg",
  sampler_name: "sampler",
  scheduler: "scheduler",
  denoise: "denoise",
  feather: "feather",
  bbox_threshold: "bboxThreshold",
  bbox_dilation: "bboxDilation",
  bbox_crop_factor: "bboxCropFactor",
  sam_dilation: "samDilation",
  sam_threshold: "samThreshold",
  sam_bbox_expansion: "samBboxExpansion",
  drop_size: "dropSize",
  cycle: "cycle",
} as const;
