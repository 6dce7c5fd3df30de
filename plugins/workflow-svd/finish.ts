// Phase finish: decodes the frames and saves them as one film.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, WorkflowDraft } from "@pictor/kernel/plugin";
import { saveFilms } from "@pictor/workflow-parts";
import type { CoreNodes } from "@pictor/workflow-parts";
import type { SvdParams } from "./settings.gen.js";

export function finish(draft: WorkflowDraft, { params }: BuildContext): WorkflowDraft {
  const settings = params as SvdParams;
  return edit<CoreNodes>(draft, (graph) => {
    saveFilms(graph, settings, { count: 1, frames: settings.frames });
  });
}
