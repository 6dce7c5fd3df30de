// Chooses the sampler nodes of one pass by its scheduler and the sampling path of its model family.

import type { Link } from "@pictor/kernel/plugin";
import type { CoreGraphEditor } from "../core-graph.js";
import { sampleWithGuider } from "./guider-sampler.js";
import { sampleWithKSampler } from "./ksampler.js";
import type { SamplingPass } from "./sampling-pass.js";
import { sampleWithSdTurbo } from "./sd-turbo-sampler.js";

/** Samples with one model and returns the sampled latent. */
export function samplePass(graph: CoreGraphEditor, pass: SamplingPass): Link {
  const { path, scheduler } = pass.sampling;
  if (path === "guider" || scheduler === "align_your_steps") return sampleWithGuider(graph, pass);
  return scheduler === "sd_turbo" ? sampleWithSdTurbo(graph, pass) : sampleWithKSampler(graph, pass);
}
