// One model and one of the backend's schedulers: KSampler, or the node that an add-on put in its place.

import type { Link } from "@pictor/kernel/plugin";
import { untyped, type CoreGraph } from "../core-graph.js";
import { samplingOrigins, type SamplingJob } from "./job.js";

export function sampleWithModel(
  graph: CoreGraph,
  { sampling, latent, base, id = "Sampler" }: SamplingJob,
): Link {
  const { seed, steps, cfg, guidance, sampler, scheduler, denoise, node } = sampling;
  const inputs = {
    ...base,
    latent_image: latent,
    seed,
    steps,
    // The guidance is in the conditioning; beside it the prompt is followed once, not twice.
    cfg: guidance === undefined ? cfg : 1,
    sampler_name: sampler,
    scheduler,
    denoise,
  };
  const options = { id, origins: samplingOrigins };
  if (node === undefined) return graph.add("KSampler", inputs, options).out();
  return untyped(graph)
    .add(node.class, { ...inputs, ...node.inputs }, options)
    .out();
}
