// The feature `flux-guidance`: sampling embeds a guidance value in the positive conditioning, and the cfg is then 1.

import type { BuildContext, NodeSpec, WorkflowDraft } from "@pictor/kernel/plugin";
import { featureSettings, notApplicableError, requireSampling } from "@pictor/workflow-parts";
import type { FluxGuidanceSettings } from "./settings.gen.js";

/** Adapts the empty latent: Flux latents have 16 channels instead of 4. */
const toFluxLatent = (latent: NodeSpec): NodeSpec =>
  latent.class === "EmptyLatentImage"
    ? { ...latent, id: "EmptySD3LatentImage", class: "EmptySD3LatentImage" }
    : latent;

/** Changes the sampling settings and the recipe of the empty latent; adds no node. */
export function embedGuidance(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  const sampling = requireSampling(draft, context);
  if (draft.traits?.takesGuidance === false) {
    throw notApplicableError(
      context,
      "only models of the Flux kind take embedded guidance, and this model would ignore it",
    );
  }
  const { guidance } = featureSettings<FluxGuidanceSettings>(context);
  const { latent } = draft;
  return {
    ...draft,
    sampling: { ...sampling, guidance },
    ...(latent !== undefined && { latent: toFluxLatent(latent) }),
  };
}
