// What every kind of sampling is given and gives back.

import type { Link, LinkOf, Sampling } from "@pictor/kernel/plugin";

/** The connections of one model; the names are those of the node inputs. */
export interface SamplerInputs {
  readonly model: LinkOf<"MODEL">;
  readonly positive: LinkOf<"CONDITIONING">;
  readonly negative: LinkOf<"CONDITIONING">;
}

export interface SamplingJob {
  /** Id of the workflow, for error messages. */
  readonly workflow: string;
  readonly sampling: Sampling;
  /** Id of the node that samples; default `Sampler`, or the class where sampling is done in parts. */
  readonly id?: string;
  readonly latent: Link;
  readonly base: SamplerInputs;
}

/** Inputs of sampler nodes to the settings that fill them, under the names that templates give those. */
export const samplingOrigins = {
  seed: "seed",
  noise_seed: "seed",
  steps: "steps",
  cfg: "cfg",
  sampler_name: "sampler",
  scheduler: "scheduler",
  denoise: "denoise",
} as const;
