// Sampling by SamplerCustomAdvanced, which takes noise, guider, sampler and sigmas from separate nodes.

import type { Link, TypedLink, Sampling } from "@pictor/kernel/plugin";
import type { CoreGraphEditor } from "../core-graph.js";
import { samplingOrigins, type SamplerInputs, type SamplingPass } from "./sampling-pass.js";
import { addKSamplerSelect, addSigmas } from "./sigmas.js";

/** BasicGuider evaluates the positive conditioning alone; CFGGuider weighs both sides by `cfg`. */
function addGuider(
  graph: CoreGraphEditor,
  { cfg, guidance }: Sampling,
  { model, positive, negative }: SamplerInputs,
): TypedLink<"GUIDER"> {
  if (guidance !== undefined) return graph.add("BasicGuider", { model, conditioning: positive }).out();
  return graph.add("CFGGuider", { model, positive, negative, cfg }, { origins: samplingOrigins }).out();
}

/** Keeps the nodes in `draft.guiderNodes`, so that a second pass can use them. */
export function sampleWithGuider(graph: CoreGraphEditor, pass: SamplingPass): Link {
  const { sampling, latent, base, id } = pass;
  const sampler = addKSamplerSelect(graph, sampling.sampler);
  const sigmas = addSigmas(graph, pass);
  const noise: TypedLink<"NOISE"> = graph
    .add("RandomNoise", { noise_seed: sampling.seed }, { origins: samplingOrigins })
    .out();
  const guiderNodes = { noise, guider: addGuider(graph, sampling, base), sampler, sigmas };
  graph.set({ guiderNodes });
  return graph
    .add("SamplerCustomAdvanced", { ...guiderNodes, latent_image: latent }, id === undefined ? {} : { id })
    .out();
}
