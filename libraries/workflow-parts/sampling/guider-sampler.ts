// Sampling in parts: noise, guider, sampler and sigmas as nodes of their own, joined by SamplerCustomAdvanced.

import type { Link, LinkOf, Sampling } from "@pictor/kernel/plugin";
import type { CoreGraph } from "../core-graph.js";
import { samplingOrigins, type SamplerInputs, type SamplingJob } from "./job.js";
import { selectSampler, sigmasOf } from "./sigmas.js";

/** With guidance in the conditioning the model is asked once; else positive and negative are weighed by `cfg`. */
function guiderOf(graph: CoreGraph, { cfg, guidance }: Sampling, inputs: SamplerInputs): LinkOf<"GUIDER"> {
  const { model, positive, negative } = inputs;
  if (guidance !== undefined) return graph.add("BasicGuider", { model, conditioning: positive }).out();
  return graph.add("CFGGuider", { model, positive, negative, cfg }, { origins: samplingOrigins }).out();
}

/** Leaves its nodes in `draft.guided`, for a second pass. */
export function sampleWithGuider(graph: CoreGraph, job: SamplingJob): Link {
  const { sampling, latent, base, id } = job;
  const sampler = selectSampler(graph, sampling.sampler);
  const sigmas = sigmasOf(graph, job);
  const noise: LinkOf<"NOISE"> = graph
    .add("RandomNoise", { noise_seed: sampling.seed }, { origins: samplingOrigins })
    .out();
  const guided = { noise, guider: guiderOf(graph, sampling, base), sampler, sigmas };
  graph.set({ guided });
  return graph
    .add("SamplerCustomAdvanced", { ...guided, latent_image: latent }, id === undefined ? {} : { id })
    .out();
}
