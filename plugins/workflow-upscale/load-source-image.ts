// The phase prepare of the workflow `upscale`: LoadImage loads the image; its size is read from the file on this machine.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, Files, WorkflowDraft } from "@pictor/kernel/plugin";
import { loadImage, readImageSize } from "@pictor/workflow-parts";
import type { UpscaleParams } from "./settings.gen.js";

/** Creates the handler. Rejects with INPUT_NOT_READABLE. */
export const createSourceImageLoader =
  (files: Pick<Files, "input">) =>
  async (draft: WorkflowDraft, { params, signal }: BuildContext): Promise<WorkflowDraft> => {
    const { image } = params as UpscaleParams;
    const file = await files.input(image, signal);
    const size = await readImageSize(file, { signal, where: image });
    return edit(draft, (graph) => {
      const loaded = loadImage(graph, file, { setting: "image" });
      graph.set({ primary: { link: loaded.image, type: "IMAGE" }, size });
    });
  };
