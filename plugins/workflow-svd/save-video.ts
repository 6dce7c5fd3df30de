// The phase finish of the workflow `svd`: decodes the frames and saves them as one video.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, WorkflowDraft } from "@pictor/kernel/plugin";
import { saveVideos, type CoreNodes } from "@pictor/workflow-parts";
import type { SvdParams } from "./settings.gen.js";

/** Ends the graph in SaveAnimatedWEBP. */
export function saveVideo(draft: WorkflowDraft, { params }: BuildContext): WorkflowDraft {
  const settings = params as SvdParams;
  return edit<CoreNodes>(draft, (graph) =>
    saveVideos(graph, settings, { count: 1, frames: settings.frames }),
  );
}
