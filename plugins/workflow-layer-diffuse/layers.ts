// Transparency: the model is patched before it samples, and the sampled latent is decoded a second time for its alpha.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, LinkOf, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  loadedModels,
  modelName,
  notApplicable,
  requirePictureUnet,
  samplingOf,
  settingsOf,
} from "@pictor/workflow-parts";
import type { LayerDiffuseSettings } from "./settings.gen.js";

type LayerNodes = {
  Inference_Core_LayeredDiffusionApply: {
    inputs: { model: LinkOf<"MODEL">; config: string; weight: number };
    outputs: ["MODEL"];
  };
  Inference_Core_LayeredDiffusionDecodeRGBA: {
    inputs: {
      samples: LinkOf<"LATENT">;
      images: LinkOf<"IMAGE">;
      sd_version: string;
      sub_batch_size: number;
    };
    outputs: ["IMAGE"];
  };
};

const kinds = {
  sd15: { config: "SD15, Attention Injection, attn_sharing", version: "SD15" },
  sdxl: { config: "SDXL, Conv Injection", version: "SDXL" },
} as const;

/** The decoder takes pictures whose sides are multiples of it only. Pixels. */
const step = 64;

/** Pictures that are decoded at a time. */
const decodedAtOnce = 16;

export function applyLayers(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  samplingOf(draft, context);
  requirePictureUnet(draft, context);
  const { model: kind, weight } = settingsOf<LayerDiffuseSettings>(context);
  return edit<LayerNodes>(draft, (graph) => {
    for (const prefix of loadedModels(draft, context)) {
      const inputs = { model: graph.cursor(`${prefix}model`), config: kinds[kind].config, weight };
      const id = `LayerDiffuseApply_${modelName(prefix)}`;
      const origins = { config: "model", weight: "weight" };
      graph.move({
        [`${prefix}model`]: graph.add("Inference_Core_LayeredDiffusionApply", inputs, { id, origins }).out(),
      });
    }
  });
}

/** Else the node would fail when everything is sampled. */
function requireWholeSteps({ size }: WorkflowDraft, context: BuildContext): void {
  if (size === undefined || (size.width % step === 0 && size.height % step === 0)) return;
  throw notApplicable(
    context,
    `the picture has ${size.width} x ${size.height} pixels at this point, and the decoder takes multiples of ${step} only`,
    `Choose a width and a height that are multiples of ${step}.`,
  );
}

/** Needs the latent beside the picture, so it stands before whatever works on pictures. */
export function decodeLayers(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  const samples = draft.primary?.type === "LATENT" ? draft.primary.link : undefined;
  if (samples === undefined) {
    throw notApplicable(
      context,
      "the picture is decoded already at this point, and its transparency is in the latent",
      "Name it before the add-ons that work on the picture.",
    );
  }
  requireWholeSteps(draft, context);
  const { model: kind } = settingsOf<LayerDiffuseSettings>(context);
  return edit<LayerNodes>(draft, (graph) => {
    const images = graph.image();
    const inputs = { samples, images, sd_version: kinds[kind].version, sub_batch_size: decodedAtOnce };
    const decoded = graph.add("Inference_Core_LayeredDiffusionDecodeRGBA", inputs, {
      id: "LayerDiffuseDecode",
      origins: { sd_version: "model" },
    });
    graph.set({ primary: { link: decoded.out(), type: "IMAGE" }, isTransparent: true });
  });
}
