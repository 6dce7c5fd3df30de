// What travels along the links of a graph: MODEL, CLIP, CONDITIONING, VAE, SAMPLER, SIGMAS, IMAGE, MASK and so on.
import type { Raster } from "@pictor/images";
import type { SamplerName } from "../sampler/update-rules.js";
import type { Evidence } from "../scene/scene-parameters.js";

/** MODEL: a checkpoint's leaning, added to every prompt, and what patches changed. */
export interface Model {
  readonly style: Evidence;
  /** Factor on the guidance scale; default 1. */
  readonly gain?: number;
  /** The guidance scale at which a prompt counts fully; default 7.5. */
  readonly nominalCfg?: number;
  /** Timestep shift: above 1 more steps are spent on high noise; default 1. */
  readonly shift?: number;
}

/** CLIP: the text encoder and how many of its last layers are left out (-1: none, -24: most). */
export interface Clip {
  readonly lastLayer: number;
  /** What add-ons of the encoder add to every text. */
  readonly evidence?: Evidence;
}

/** An image that the composition follows. */
export interface Control {
  readonly hint: Raster;
  readonly strength: number;
}

/** A color that the image leans to: red, green, blue, each 0 to 1. */
export interface Tint {
  readonly color: readonly [number, number, number];
  readonly strength: number;
}

/** One text of a CONDITIONING, and when and how much it counts. */
export interface ConditioningEntry {
  /** What the text says about the scene: one number per scene parameter. */
  readonly evidence: Float64Array;
  /** Weight beside the other entries; default 1. */
  readonly strength?: number;
  /** Part of the schedule in which it counts: 0 is the most noise, 1 the end. */
  readonly startPercent?: number;
  readonly endPercent?: number;
  /** Guidance that the text carries itself, for models that run without a negative prompt. */
  readonly guidance?: number;
  readonly controls?: readonly Control[];
  readonly tints?: readonly Tint[];
  /** Images to edit. */
  readonly references?: readonly Raster[];
}

export type Conditioning = readonly ConditioningEntry[];

/** VAE: how the decoder tones the image. */
export interface Vae {
  /** 1 = neutral. */
  readonly contrast: number;
}

export interface Sampler {
  readonly name: SamplerName;
}

export interface Sigmas {
  readonly levels: Float32Array;
}

/** NOISE: a seed, or no noise at all. */
export interface Noise {
  readonly seed: number | bigint;
  readonly isDisabled: boolean;
}

/** GUIDER: a model with its prompts. */
export interface Guider {
  readonly model: Model;
  readonly positive: Conditioning;
  readonly negative: Conditioning;
  readonly cfg: number;
}

/** IMAGE: a batch of images of one size, with three channels or four. */
export interface ImageBatch {
  readonly rasters: readonly Raster[];
}

/** MASK: a batch of one-channel rasters of one size. */
export interface MaskBatch {
  readonly masks: readonly Raster[];
}

/** CLIP_VISION_OUTPUT: what the simulated vision encoder sees. */
export interface VisionOutput {
  readonly raster: Raster;
}

/** CONTROL_NET. */
export interface ControlNet {
  readonly name: string;
  /** Set by SetUnionControlNetType; carried only. */
  readonly type?: string;
}

/** UPSCALE_MODEL: a resampler that stands for a model. */
export interface UpscaleModel {
  readonly scale: number;
}
