// The values of a graph's link types: MODEL, CLIP, CONDITIONING, VAE, SAMPLER, SIGMAS, IMAGE, MASK and others.
import type { Raster } from "@pictor/images";
import type { SamplerName } from "../steps/samplers.js";
import type { SceneValues } from "../scene/parameters.js";

/** MODEL: the style of a checkpoint, which is added to every prompt, and the effects of patches. */
export interface Model {
  readonly style: SceneValues;
  /** A factor by which the guidance scale is multiplied; default 1. */
  readonly gain?: number;
  /** The guidance scale at which a prompt has its full effect; default 7.5. */
  readonly nominalCfg?: number;
  /** Timestep shift, default 1. Above 1, more steps are at high noise. */
  readonly shift?: number;
}

/** CLIP: a text encoder. `lastLayer` counts from the end: -1 uses all layers, -24 the fewest. */
export interface Clip {
  readonly lastLayer: number;
  /** Values of scene parameters that LoRAs add to every prompt. */
  readonly evidence?: SceneValues;
}

/** A hint image of a ControlNet. */
export interface Control {
  readonly hint: Raster;
  readonly strength: number;
}

/** Shifts the colors of the image towards `color` (red, green, blue, each 0 to 1). */
export interface Tint {
  readonly color: readonly [number, number, number];
  readonly strength: number;
}

/** One entry of a CONDITIONING: an encoded text with its weight and timestep range. */
export interface ConditioningEntry {
  /** The effect of the text on the scene: one value per scene parameter. */
  readonly evidence: Float64Array;
  /** Weight relative to the other entries; default 1. */
  readonly strength?: number;
  /** The range of the schedule in which the entry is active: 0 is the start (most noise), 1 the end. */
  readonly startPercent?: number;
  readonly endPercent?: number;
  /** Embedded guidance, for models without a negative prompt. */
  readonly guidance?: number;
  readonly controls?: readonly Control[];
  readonly tints?: readonly Tint[];
  /** Reference images for edit models. */
  readonly references?: readonly Raster[];
}

export type Conditioning = readonly ConditioningEntry[];

/** VAE: `contrast` is the factor that the decoder applies and the encoder removes; 1 is neutral. */
export interface Vae {
  readonly contrast: number;
}

export interface Sampler {
  readonly name: SamplerName;
}

export interface Sigmas {
  readonly levels: Float32Array;
}

/** NOISE: a seed, or disabled noise (DisableNoise). */
export interface Noise {
  readonly seed: number | bigint;
  readonly isDisabled: boolean;
}

/** GUIDER: a model with its conditioning. */
export interface Guider {
  readonly model: Model;
  readonly positive: Conditioning;
  readonly negative: Conditioning;
  readonly cfg: number;
}

/** IMAGE: a batch of rasters of one size, with three or four channels. */
export interface ImageBatch {
  readonly rasters: readonly Raster[];
}

/** MASK: a batch of one-channel rasters of one size. */
export interface MaskBatch {
  readonly masks: readonly Raster[];
}

/** CLIP_VISION_OUTPUT: the raster that was encoded. */
export interface VisionOutput {
  readonly raster: Raster;
}

/** The values of the type CONTROL_NET. */
export interface ControlNet {
  readonly name: string;
  /** The control type that SetUnionControlNetType sets; it has no effect. */
  readonly type?: string;
}

/** UPSCALE_MODEL: the integer scale of a simulated upscale model. */
export interface UpscaleModel {
  readonly scale: number;
}
