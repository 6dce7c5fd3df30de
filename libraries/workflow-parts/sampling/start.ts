// Where sampling begins: the primary as a latent, masked, as often as the batch wants it.

import type { Link, Sampling } from "@pictor/kernel/plugin";
import type { CoreGraph } from "../core-graph.js";

/** Only what the mask selects is sampled. */
const masked = (graph: CoreGraph, samples: Link): Link => {
  const { mask } = graph.draft;
  return mask === undefined ? samples : graph.add("SetLatentNoiseMask", { samples, mask }).out();
};

/** An empty latent has the batch's size already; a picture is repeated. */
function repeated(graph: CoreGraph, samples: Link, amount: number): Link {
  if (amount <= 1) return samples;
  const origins = { amount: "batchSize" };
  return graph.add("RepeatLatentBatch", { samples, amount }, { origins }).out();
}

/** One picture of a batch. The batch is made whole first, so that it gets the noise it had among the others. */
export const picked = (graph: CoreGraph, samples: Link, index: number): Link =>
  graph
    .add(
      "LatentFromBatch",
      { samples, batch_index: index, length: 1 },
      { origins: { batch_index: "batchIndex" } },
    )
    .out();

/** With latents at the head that are no results, the primary is the whole batch: it is picked from afterwards. */
export function startLatent(graph: CoreGraph, { batch, discard = 0 }: Sampling): Link {
  const isGiven = graph.draft.primary !== undefined;
  const start = masked(graph, graph.latent());
  if (discard > 0) return start;
  const whole = isGiven ? repeated(graph, start, batch?.size ?? 1) : start;
  return batch?.index === undefined ? whole : picked(graph, whole, batch.index);
}

/** Most latents that LatentFromBatch takes at once. */
const mostLatents = 64;

/** The sampled latents without those at the head that are no results. */
export function withoutHead(graph: CoreGraph, samples: Link, { batch, discard = 0 }: Sampling): Link {
  if (discard === 0) return samples;
  if (batch?.index !== undefined) return picked(graph, samples, discard + batch.index);
  return graph.add("LatentFromBatch", { samples, batch_index: discard, length: mostLatents }).out();
}
