// The neutral request: what a generation asks for, without a graph, for backends that have none.

import type { FeatureUse, Params, Prompts, Sampling } from "./draft.js";
import type { InputFile, NodeId } from "./graph.js";

/** What one batch asks for, in the words of its workflow's settings. */
export interface NeutralRequest {
  /** Id of the workflow. */
  readonly workflow: string;
  /** The settings that the backend applies, with their defaults, without secrets. */
  readonly params: Params;
  /** The features, in the order in which they are applied. */
  readonly features: readonly FeatureUse[];
  /** The prompts after all features. */
  readonly prompts: Prompts;
  /**
   * The parameters of the sampling after all features; absent if the workflow samples nothing. Sampler and scheduler are
   * absent if the backend does not apply these settings, and otherwise ones that it supports.
   */
  readonly sampling?: Omit<Sampling, "sampler" | "scheduler"> &
    Partial<Pick<Sampling, "sampler" | "scheduler">>;
  /** Seed of this batch; absent if the workflow uses none. */
  readonly seed?: bigint;
  /** Image size in pixels, if the workflow decides it. */
  readonly size?: { readonly width: number; readonly height: number };
  /** The files that the settings name. They are not uploaded: the backend reads them with `open`. */
  readonly inputs: readonly InputFile[];
  /** The `node` of the files that the backend returns: `OutputFile.node` is one of these. */
  readonly outputs: readonly NodeId[];
}
