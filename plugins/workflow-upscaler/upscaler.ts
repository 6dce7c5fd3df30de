// The feature `upscaler`: enlarges the image at the feature's position in the list.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  featureSettings,
  isUnitScale,
  notApplicableError,
  requireOpaqueImage,
  scaleByFactor,
} from "@pictor/workflow-parts";
import type { UpscalerSettings } from "./settings.gen.js";

/** Scales the primary, whether it is a latent or an image. */
export function upscale(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  if (draft.primary === undefined || draft.size === undefined)
    throw notApplicableError(context, "the workflow makes no image whose size is known");
  const settings = featureSettings<UpscalerSettings>(context);
  // Upscale models process three channels and would drop the alpha channel.
  if (settings.model !== undefined) requireOpaqueImage(draft, context);
  if (isUnitScale(settings.scale)) return draft;
  return edit(draft, (graph) => scaleByFactor(graph, "PostUpscale", settings));
}
