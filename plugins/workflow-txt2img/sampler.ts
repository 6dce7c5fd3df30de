// What every kind of sampling is given and gives back.

import type { Link, Sampling, WorkflowDraft } from "@pictor/kernel/plugin";

/** The connections of one model; the names are those of the node inputs. */
export type SamplerInputs = Readonly<Record<"model" | "positive" | "negative", Link>>;

export interface SamplingJob {
  readonly sampling: Sampling;
  readonly latent: Link;
  readonly base: SamplerInputs;
}

export interface Sampled {
  readonly draft: WorkflowDraft;
  readonly latent: Link;
}
