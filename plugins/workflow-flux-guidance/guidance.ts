// Guidance as data: the sampling embeds it in the positive conditioning, beside which the CFG scale is 1.

import type { BuildContext, NodeRecipe, WorkflowDraft } from "@pictor/kernel/plugin";
import { notApplicable, samplingOf, settingsOf } from "@pictor/workflow-parts";
import type { FluxGuidanceSettings } from "./settings.gen.js";

/** Such models have latents of sixteen channels. */
const latentOfFlux = (latent: NodeRecipe): NodeRecipe =>
  latent.class === "EmptyLatentImage"
    ? { ...latent, id: "EmptySD3LatentImage", class: "EmptySD3LatentImage" }
    : latent;

export function embedGuidance(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  const sampling = samplingOf(draft, context);
  if (draft.traits?.takesGuidance === false) {
    throw notApplicable(
      context,
      "only models of the Flux kind take embedded guidance, and this one would ignore it",
    );
  }
  const { guidance } = settingsOf<FluxGuidanceSettings>(context);
  const { latent } = draft;
  return {
    ...draft,
    sampling: { ...sampling, guidance },
    ...(latent !== undefined && { latent: latentOfFlux(latent) }),
  };
}
