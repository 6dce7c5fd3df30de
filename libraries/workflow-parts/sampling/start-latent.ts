// The latent that sampling starts from: the primary with its mask, repeated for the batch or reduced to one image.

import type { Link, Sampling } from "@pictor/kernel/plugin";
import type { CoreGraphEditor } from "../core-graph.js";

/** Restricts sampling to the area that the mask selects. */
const maskLatent = (graph: CoreGraphEditor, samples: Link): Link => {
  const { mask } = graph.draft;
  return mask === undefined ? samples : graph.add("SetLatentNoiseMask", { samples, mask }).out();
};

function repeatLatent(graph: CoreGraphEditor, samples: Link, amount: number): Link {
  if (amount <= 1) return samples;
  const origins = { amount: "batchSize" };
  return graph.add("RepeatLatentBatch", { samples, amount }, { origins }).out();
}

/** Picks a latent from the whole batch, so that it gets the same noise as when the whole batch is sampled. */
const pickLatent = (graph: CoreGraphEditor, samples: Link, index: number): Link =>
  graph
    .add(
      "LatentFromBatch",
      { samples, batch_index: index, length: 1 },
      { origins: { batch_index: "batchIndex" } },
    )
    .out();

/**
 * Adds the nodes of the start latent. An empty latent already has the size of the batch; a primary is repeated. If leading
 * latents are discarded, the primary is a whole batch, and a single image is picked after sampling.
 */
export function addStartLatent(graph: CoreGraphEditor, { batch, discard = 0 }: Sampling): Link {
  const hasPrimary = graph.draft.primary !== undefined;
  const start = maskLatent(graph, graph.latent());
  if (discard > 0) return start;
  const whole = hasPrimary ? repeatLatent(graph, start, batch?.size ?? 1) : start;
  return batch?.index === undefined ? whole : pickLatent(graph, whole, batch.index);
}

/** The largest `length` that LatentFromBatch accepts. */
const maxLength = 64;

/** The sampled latents without the leading ones that are not results, such as the latent of a reference image. */
export function dropLeadingLatents(
  graph: CoreGraphEditor,
  samples: Link,
  { batch, discard = 0 }: Sampling,
): Link {
  if (discard === 0) return samples;
  if (batch?.index !== undefined) return pickLatent(graph, samples, discard + batch.index);
  return graph.add("LatentFromBatch", { samples, batch_index: discard, length: maxLength }).out();
}
