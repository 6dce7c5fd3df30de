// Phase sample: what takes the place of sampling here, scaling and sharpening.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, GraphEditor, WorkflowDraft } from "@pictor/kernel/plugin";
import { scaledSize, upscaled } from "@pictor/workflow-parts";
import type { CoreNodes } from "@pictor/workflow-parts";
import type { UpscaleParams } from "./settings.gen.js";

/** An interpolation to the size that there is would change nothing; a model also restores. */
function scalePicture(graph: GraphEditor<CoreNodes>, { scale: factor, model, method }: UpscaleParams): void {
  const { size } = graph.draft;
  if (size === undefined) throw new TypeError("the draft has no size; the phase prepare must come first");
  const { width, height } = scaledSize(size, factor);
  if (model === undefined && width === size.width && height === size.height) return;
  upscaled(graph, {
    prefix: "Upscale",
    method: model === undefined ? { kind: "latent", method } : { kind: "model", file: model },
    width,
    height,
    origins: { method: "method", file: "model", width: "scale", height: "scale" },
  });
}

function sharpenPicture(graph: GraphEditor<CoreNodes>, params: UpscaleParams): void {
  const sharpened = graph.add(
    "ImageSharpen",
    {
      image: graph.image(),
      sharpen_radius: params.sharpenRadius,
      sigma: params.sharpenSigma,
      alpha: params.sharpenAlpha,
    },
    {
      id: "Sharpen",
      origins: { sharpen_radius: "sharpenRadius", sigma: "sharpenSigma", alpha: "sharpenAlpha" },
    },
  );
  graph.set({ primary: { link: sharpened.out(), type: "IMAGE" } });
}

/** The primary becomes the scaled picture, the draft's size its size. */
export function scale(draft: WorkflowDraft, { params }: BuildContext): WorkflowDraft {
  const settings = params as UpscaleParams;
  return edit<CoreNodes>(draft, (graph) => {
    scalePicture(graph, settings);
    if (settings.sharpen) sharpenPicture(graph, settings);
  });
}
