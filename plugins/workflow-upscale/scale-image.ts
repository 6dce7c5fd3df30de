// The phase sample of the workflow `upscale`: scales and sharpens the image; nothing is sampled.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, GraphEditor, WorkflowDraft } from "@pictor/kernel/plugin";
import { inputsFromSettings, scaleByFactor, scaleSize, type CoreNodes } from "@pictor/workflow-parts";
import type { UpscaleParams } from "./settings.gen.js";

/** Interpolation to the same size changes nothing; an upscale model restores an image even without resizing it. */
function needsScaling({ size }: WorkflowDraft, { scale, model }: UpscaleParams): boolean {
  if (model !== undefined || size === undefined) return true;
  const { width, height } = scaleSize(size, scale);
  return width !== size.width || height !== size.height;
}

function sharpen(graph: GraphEditor<CoreNodes>, params: UpscaleParams): void {
  const { inputs, origins } = inputsFromSettings(params, {
    sharpen_radius: "sharpenRadius",
    sigma: "sharpenSigma",
    alpha: "sharpenAlpha",
  });
  const sharpened = graph.add(
    "ImageSharpen",
    { image: graph.image(), ...inputs },
    { id: "Sharpen", origins },
  );
  graph.set({ primary: { link: sharpened.out(), type: "IMAGE" } });
}

/** The scaled image becomes the primary, and its size becomes the size of the draft. */
export function scaleImage(draft: WorkflowDraft, { params }: BuildContext): WorkflowDraft {
  const settings = params as UpscaleParams;
  return edit<CoreNodes>(draft, (graph) => {
    if (needsScaling(draft, settings)) scaleByFactor(graph, "Upscale", settings);
    if (settings.sharpen) sharpen(graph, settings);
  });
}
