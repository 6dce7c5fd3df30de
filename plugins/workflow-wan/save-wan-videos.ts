// The phase finish of both Wan workflows: decodes the frames and saves each video.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, WorkflowDraft } from "@pictor/kernel/plugin";
import { saveVideos, type CoreNodes } from "@pictor/workflow-parts";
import type { WanTextToVideoParams } from "./settings.gen.js";

/** Saves the videos. With `batchIndex` the latent contains one video, otherwise `batchSize` videos. */
export function saveWanVideos(draft: WorkflowDraft, { params }: BuildContext): WorkflowDraft {
  const settings = params as WanTextToVideoParams;
  const { frames, batchSize, batchIndex } = settings;
  return edit<CoreNodes>(draft, (graph) =>
    saveVideos(graph, settings, { count: batchIndex > 0 ? 1 : batchSize, frames }),
  );
}
