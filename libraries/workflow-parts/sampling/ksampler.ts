// Sampling by KSampler, or by the node that a feature uses in its place.

import type { Link } from "@pictor/kernel/plugin";
import { asUntyped, type CoreGraphEditor } from "../core-graph.js";
import { effectiveCfg } from "./flux-guidance.js";
import { samplingOrigins, type SamplingPass } from "./sampling-pass.js";

/** Adds the sampler node and returns the sampled latent. */
export function sampleWithKSampler(
  graph: CoreGraphEditor,
  { sampling, latent, base, id = "Sampler" }: SamplingPass,
): Link {
  const { seed, steps, sampler, scheduler, denoise, node } = sampling;
  const inputs = {
    ...base,
    latent_image: latent,
    seed,
    steps,
    cfg: effectiveCfg(sampling),
    sampler_name: sampler,
    scheduler,
    denoise,
  };
  const options = { id, origins: samplingOrigins };
  if (node === undefined) return graph.add("KSampler", inputs, options).out();
  return asUntyped(graph)
    .add(node.class, { ...inputs, ...node.inputs }, options)
    .out();
}
