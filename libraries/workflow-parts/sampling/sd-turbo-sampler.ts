// Sampling with the pseudo scheduler sd_turbo: SDTurboScheduler makes the sigmas, SamplerCustom samples.

import type { Link } from "@pictor/kernel/plugin";
import type { CoreGraphEditor } from "../core-graph.js";
import { effectiveCfg } from "./flux-guidance.js";
import { samplingOrigins, type SamplingPass } from "./sampling-pass.js";
import { addKSamplerSelect, addSdTurboScheduler } from "./sigmas.js";

/** Adds the nodes and returns the sampled latent. */
export function sampleWithSdTurbo(
  graph: CoreGraphEditor,
  { sampling, latent, base, id = "Sampler" }: SamplingPass,
): Link {
  const sampler = addKSamplerSelect(graph, sampling.sampler);
  const sigmas = addSdTurboScheduler(graph, sampling, base.model);
  const node = graph.add(
    "SamplerCustom",
    {
      ...base,
      latent_image: latent,
      add_noise: true,
      noise_seed: sampling.seed,
      cfg: effectiveCfg(sampling),
      sampler,
      sigmas,
    },
    { id, origins: samplingOrigins },
  );
  return node.out();
}
