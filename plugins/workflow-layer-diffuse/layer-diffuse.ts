// The feature `layer-diffuse`: a patch makes the model sample transparency, which a second decoder reads from the latent.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, TypedLink, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  featureSettings,
  notApplicableError,
  patchModels,
  requireImageUnet,
  requireSampling,
} from "@pictor/workflow-parts";
import type { LayerDiffuseSettings } from "./settings.gen.js";

type DecodeNodes = {
  Inference_Core_LayeredDiffusionDecodeRGBA: {
    inputs: {
      samples: TypedLink<"LATENT">;
      images: TypedLink<"IMAGE">;
      sd_version: string;
      sub_batch_size: number;
    };
    outputs: ["IMAGE"];
  };
};

/** Values of the node inputs for each value of the setting `model`. */
const modelVersions = {
  sd15: { config: "SD15, Attention Injection, attn_sharing", version: "SD15" },
  sdxl: { config: "SDXL, Conv Injection", version: "SDXL" },
} as const;

/** The decoder takes only images whose sides are multiples of this number of pixels. */
const sideMultiple = 64;

/** Number of images that are decoded at a time. */
const decodeBatchSize = 16;

/** Handles the phase condition: patches every loaded model. */
export function applyLayerDiffuse(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  requireSampling(draft, context);
  requireImageUnet(draft, context);
  const { model, weight } = featureSettings<LayerDiffuseSettings>(context);
  return patchModels(draft, context, {
    class: "Inference_Core_LayeredDiffusionApply",
    id: "LayerDiffuseApply",
    inputs: { config: modelVersions[model].config, weight },
    origins: { config: "model", weight: "weight" },
  });
}

/** This check is necessary because the decoder would otherwise fail on the backend, after all images were sampled. */
function requireSideMultiple({ size }: WorkflowDraft, context: BuildContext): void {
  if (size === undefined || (size.width % sideMultiple === 0 && size.height % sideMultiple === 0)) return;
  throw notApplicableError(
    context,
    `the image has ${size.width} x ${size.height} pixels at this point, and the decoder takes only multiples of ${sideMultiple}`,
    `Choose a width and a height that are multiples of ${sideMultiple}.`,
  );
}

/** Handles the phase refine: decodes the latent to an image with an alpha channel. */
export function decodeLayerDiffuse(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  const samples = draft.primary?.type === "LATENT" ? draft.primary.link : undefined;
  if (samples === undefined) {
    throw notApplicableError(
      context,
      "the image is decoded already at this point, and its transparency is in the latent",
      "Name the feature before those that work on the image.",
    );
  }
  requireSideMultiple(draft, context);
  const { model } = featureSettings<LayerDiffuseSettings>(context);
  return edit<DecodeNodes>(draft, (graph) => {
    const images = graph.image();
    const inputs = {
      samples,
      images,
      sd_version: modelVersions[model].version,
      sub_batch_size: decodeBatchSize,
    };
    const decoded = graph.add("Inference_Core_LayeredDiffusionDecodeRGBA", inputs, {
      id: "LayerDiffuseDecode",
      origins: { sd_version: "model" },
    });
    graph.set({ primary: { link: decoded.out(), type: "IMAGE" }, isTransparent: true });
  });
}
