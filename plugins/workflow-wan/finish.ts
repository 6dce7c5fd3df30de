// Phase finish of both workflows: decodes the frames and saves each film.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, WorkflowDraft } from "@pictor/kernel/plugin";
import { saveFilms } from "@pictor/workflow-parts";
import type { CoreNodes } from "@pictor/workflow-parts";
import type { WanTextToVideoParams } from "./settings.gen.js";

/** A film that was chosen out of its batch is alone. */
export function finish(draft: WorkflowDraft, { params }: BuildContext): WorkflowDraft {
  const settings = params as WanTextToVideoParams;
  const { frames, batchSize, batchIndex } = settings;
  return edit<CoreNodes>(draft, (graph) => {
    saveFilms(graph, settings, { count: batchIndex > 0 ? 1 : batchSize, frames });
  });
}
