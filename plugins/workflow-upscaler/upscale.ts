// The picture in the making, enlarged where the add-on stands in the list.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, WorkflowDraft } from "@pictor/kernel/plugin";
import { notApplicable, requireOpaque, scaledBy, settingsOf } from "@pictor/workflow-parts";
import type { UpscalerSettings } from "./settings.gen.js";

export function upscale(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  if (draft.primary === undefined || draft.size === undefined) {
    throw notApplicable(context, "it makes no picture whose size is known");
  }
  const settings = settingsOf<UpscalerSettings>(context);
  // Upscale models know three channels.
  if (settings.model !== undefined) requireOpaque(draft, context);
  return edit(draft, (graph) => {
    scaledBy(graph, "PostUpscale", settings);
  });
}
