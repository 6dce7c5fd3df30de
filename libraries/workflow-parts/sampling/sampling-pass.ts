// The input of the functions that add sampler nodes: the settings of a pass and the links of its model.

import type { Link, TypedLink, Sampling } from "@pictor/kernel/plugin";

/** The links of one model, under the names of the node inputs. */
export interface SamplerInputs {
  readonly model: TypedLink<"MODEL">;
  readonly positive: TypedLink<"CONDITIONING">;
  readonly negative: TypedLink<"CONDITIONING">;
}

/** One pass of sampling: one model samples one latent. */
export interface SamplingPass {
  /** Id of the workflow, for error messages. */
  readonly workflow: string;
  readonly sampling: Sampling;
  /** Id of the sampler node; default `Sampler`, or the class SamplerCustomAdvanced. */
  readonly id?: string;
  readonly latent: Link;
  /** The base model's links. */
  readonly base: SamplerInputs;
}

/** For each input of a sampler node, the setting that fills it, under the name that templates give the setting. */
export const samplingOrigins = {
  seed: "seed",
  noise_seed: "seed",
  steps: "steps",
  cfg: "cfg",
  sampler_name: "sampler",
  scheduler: "scheduler",
  denoise: "denoise",
} as const;
