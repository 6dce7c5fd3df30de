// What travels along the links of a graph: MODEL, CLIP, CONDITIONING, VAE, SAMPLER, SIGMAS, IMAGE.
import type { Picture } from "../nodes/node.js";
import type { SamplerName } from "../sampler/rules.js";
import type { Evidence } from "./scene-parameters.js";

/** MODEL: a checkpoint's leaning, added to every prompt. */
export interface Model {
  readonly style: Evidence;
}

/** CLIP: the text encoder and how many of its last layers are left out (-1: none, -24: most). */
export interface Clip {
  readonly lastLayer: number;
}

/** CONDITIONING: a text as evidence about the scene, one number per scene parameter. */
export interface Conditioning {
  readonly evidence: Float64Array;
}

/** VAE: how the decoder tones the picture. */
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

/** IMAGE: a batch of pictures of one size. */
export interface ImageBatch {
  readonly pictures: readonly Picture[];
}
