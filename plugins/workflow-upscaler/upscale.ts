// The picture in the making, enlarged where the add-on stands in the list.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, WorkflowDraft } from "@pictor/kernel/plugin";
import { notApplicable, scaledBy, settingsOf } from "@pictor/workflow-parts";
import type { UpscalerSettings } from "./settings.gen.js";

export function upscale(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  if (draft.primary === undefined || draft.size === undefined) {
    throw notApplicable(context, "it makes no picture whose size is known");
  }
  return edit(draft, (graph) => {
    scaledBy(graph, "PostUpscale", settingsOf<UpscalerSettings>(context));
  });
}
