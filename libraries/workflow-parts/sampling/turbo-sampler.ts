// The pseudo scheduler sd_turbo: no scheduler of KSampler's list, but a node of its own that feeds SamplerCustom.

import type { Link } from "@pictor/kernel/plugin";
import type { CoreGraph } from "../core-graph.js";
import { samplingOrigins, type SamplingJob } from "./job.js";
import { selectSampler, turboSigmas } from "./sigmas.js";

export function sampleWithTurbo(
  graph: CoreGraph,
  { sampling, latent, base, id = "Sampler" }: SamplingJob,
): Link {
  const sampler = selectSampler(graph, sampling.sampler);
  const sigmas = turboSigmas(graph, sampling, base.model);
  const node = graph.add(
    "SamplerCustom",
    {
      ...base,
      latent_image: latent,
      add_noise: true,
      noise_seed: sampling.seed,
      cfg: sampling.guidance === undefined ? sampling.cfg : 1,
      sampler,
      sigmas,
    },
    { id, origins: samplingOrigins },
  );
  return node.out();
}
