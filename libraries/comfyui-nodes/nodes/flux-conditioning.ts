// Nodes that add embedded guidance and reference latents to conditioning, for Flux and for edit models.
import { decodedRasters, type LatentBatch } from "@pictor/simulated-sampler";
import { mapEntries } from "./conditioning.js";
import type { NodeFunctions } from "./node-functions.js";

export const fluxConditioningNodes: NodeFunctions = {
  FluxGuidance: mapEntries((entry, { guidance }) => ({ ...entry, guidance: guidance as number })),
  FluxDisableGuidance: mapEntries(({ guidance: _, ...entry }) => entry),
  /** FluxKontextMultiReferenceLatentMethod has no effect, because the simulated model uses the first reference only. */
  FluxKontextMultiReferenceLatentMethod: mapEntries((entry) => entry),
  /** ReferenceLatent adds a reference; the first one becomes the source image of the sampling. */
  ReferenceLatent: mapEntries((entry, { latent }) =>
    latent === undefined
      ? entry
      : { ...entry, references: [...(entry.references ?? []), ...decodedRasters(latent as LatentBatch)] },
  ),
};
