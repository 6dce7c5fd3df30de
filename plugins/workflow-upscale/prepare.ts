// Phase prepare: the picture, read once here for its size, and on the backend by LoadImage.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, Files, WorkflowDraft } from "@pictor/kernel/plugin";
import { loadPicture, pictureSize } from "@pictor/workflow-parts";
import type { UpscaleParams } from "./settings.gen.js";

/** Rejects with INPUT_NOT_READABLE. */
export const prepareWith =
  (files: Pick<Files, "input">) =>
  async (draft: WorkflowDraft, { params, signal }: BuildContext): Promise<WorkflowDraft> => {
    const { image } = params as UpscaleParams;
    const file = await files.input(image, signal);
    const size = await pictureSize(file, { signal, where: image });
    return edit(draft, (graph) => {
      const loaded = loadPicture(graph, file, { setting: "image" });
      graph.set({ primary: { link: loaded.image, type: "IMAGE" }, size });
    });
  };
