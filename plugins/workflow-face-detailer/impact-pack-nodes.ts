// The node classes of ComfyUI-Impact-Pack and its Subpack that the feature `face-detailer` uses.

import type { TypedLink } from "@pictor/kernel/plugin";

/** Inputs and outputs of the node classes. */
export type FaceDetailerNodes = {
  UltralyticsDetectorProvider: {
    inputs: { model_name: string };
    outputs: ["BBOX_DETECTOR", "SEGM_DETECTOR"];
  };
  SAMLoader: {
    inputs: { model_name: string; device_mode: "AUTO" | "Prefer GPU" | "CPU" };
    outputs: ["SAM_MODEL"];
  };
  FaceDetailer: {
    inputs: {
      image: TypedLink<"IMAGE">;
      model: TypedLink<"MODEL">;
      clip: TypedLink<"CLIP">;
      vae: TypedLink<"VAE">;
      positive: TypedLink<"CONDITIONING">;
      negative: TypedLink<"CONDITIONING">;
      bbox_detector: TypedLink<"BBOX_DETECTOR">;
      guide_size: number;
      guide_size_for: boolean;
      max_size: number;
      seed: bigint;
      steps: number;
      cfg: number;
      sampler_name: string;
      scheduler: string;
      denoise: number;
      feather: number;
      noise_mask: boolean;
      force_inpaint: boolean;
      bbox_threshold: number;
      bbox_dilation: number;
      bbox_crop_factor: number;
      sam_detection_hint: string;
      sam_dilation: number;
      sam_threshold: number;
      sam_bbox_expansion: number;
      sam_mask_hint_threshold: number;
      sam_mask_hint_use_negative: string;
      wildcard: string;
      drop_size: number;
      cycle: number;
      tiled_encode: boolean;
      tiled_decode: boolean;
      sam_model_opt: TypedLink<"SAM_MODEL"> | undefined;
      segm_detector_opt: TypedLink<"SEGM_DETECTOR"> | undefined;
    };
    outputs: ["IMAGE", "IMAGE", "IMAGE", "MASK", "DETAILER_PIPE", "IMAGE"];
  };
};
