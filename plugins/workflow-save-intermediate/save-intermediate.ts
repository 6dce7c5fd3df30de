// The feature `save-intermediate`: adds an output with the image at this point of the graph; later features continue unchanged.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, WorkflowDraft } from "@pictor/kernel/plugin";
import { featureSettings, notApplicableError, type CoreNodes } from "@pictor/workflow-parts";
import type { SaveIntermediateSettings } from "./settings.gen.js";

/** A latent is decoded for saving but stays the primary, so that a later sampler need not encode the image again. */
export function saveIntermediate(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  const { primary } = draft;
  if (primary === undefined)
    throw notApplicableError(context, "the workflow makes no image that could be saved at this point");
  const { prefix } = featureSettings<SaveIntermediateSettings>(context);
  return edit<CoreNodes>(draft, (graph) => {
    const inputs = { images: graph.image(), filename_prefix: prefix };
    const options = { id: "SaveIntermediateImage", origins: { filename_prefix: "prefix" } };
    graph.output(graph.add("SaveImage", inputs, options).id);
    graph.set({ primary });
  });
}
