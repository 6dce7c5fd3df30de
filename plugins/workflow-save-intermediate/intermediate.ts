// One more output: the picture as it is now. What comes after goes on from where it was.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, WorkflowDraft } from "@pictor/kernel/plugin";
import { notApplicable, settingsOf, type CoreNodes } from "@pictor/workflow-parts";
import type { SaveIntermediateSettings } from "./settings.gen.js";

/** A latent is decoded for it and stays the primary: a later add-on that samples needs no encoder. */
export function saveIntermediate(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  const { primary } = draft;
  if (primary === undefined)
    throw notApplicable(context, "it makes no picture that could be saved on the way");
  const { prefix } = settingsOf<SaveIntermediateSettings>(context);
  return edit<CoreNodes>(draft, (graph) => {
    const inputs = { images: graph.image(), filename_prefix: prefix };
    const options = { id: "SaveIntermediateImage", origins: { filename_prefix: "prefix" } };
    graph.output(graph.add("SaveImage", inputs, options).id);
    graph.set({ primary });
  });
}
