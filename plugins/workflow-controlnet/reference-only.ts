// The feature `reference-only`: the model attends to a reference image, which is sampled as the first latent of the batch.
// Only the first pass has the reference in its batch, so only that pass uses the patched model.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, Files, TypedLink, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  featureSettings,
  loadImage,
  notApplicableError,
  requireEmptyLatent,
  requireImageUnet,
  requireSampling,
  requireSize,
  type CoreNodes,
} from "@pictor/workflow-parts";
import type { ReferenceOnlySettings } from "./settings.gen.js";

type ReferenceNodes = CoreNodes & {
  Inference_Core_ReferenceOnlySimple: {
    inputs: { model: TypedLink<"MODEL">; reference: TypedLink<"LATENT">; batch_size: number };
    outputs: ["MODEL", "LATENT"];
  };
};

/** Number of reference latents that the node returns in front of `batch_size` empty latents of the same size. */
const referenceLatents = 1;

/** LatentFromBatch, which drops the reference after sampling, returns at most this number of latents. */
const maxBatchSize = 64;

/** Creates the handler of the feature `reference-only`. */
export const createReferenceOnlyHandler =
  (files: Files) =>
  async (draft: WorkflowDraft, context: BuildContext): Promise<WorkflowDraft> => {
    const sampling = requireSampling(draft, context);
    requireImageUnet(draft, context);
    requireEmptyLatent(draft, context);
    const size = requireSize(draft, context);
    const { size: batchSize = 1 } = sampling.batch ?? {};
    if (batchSize > maxBatchSize) {
      const advice = `Make at most ${maxBatchSize} images at once, in several batches.`;
      throw notApplicableError(context, `the batch has ${batchSize} images`, advice);
    }
    const { image: path } = featureSettings<ReferenceOnlySettings>(context);
    const file = await files.input(path, context.signal);
    return edit<ReferenceNodes>(draft, (graph) => {
      const { image } = loadImage(graph, file, { id: "ControlNet_LoadImage", setting: "image" });
      const scaled = graph.add(
        "ImageScale",
        { image, upscale_method: "bilinear", ...size, crop: "center" },
        { id: "ControlNet_Rescale" },
      );
      const encoded = graph.add(
        "VAEEncode",
        { pixels: scaled.out(), vae: graph.cursor("vae") },
        { id: "ControlNet_VAEEncode" },
      );
      const model = graph.cursor("model");
      const inputs = { model, reference: encoded.out(), batch_size: batchSize };
      const patched = graph.add("Inference_Core_ReferenceOnlySimple", inputs, {
        id: "ControlNet_ReferenceOnly",
      });
      graph.set({
        firstPass: { by: "reference-only", from: model, model: patched.out(0) },
        primary: { link: patched.out(1), type: "LATENT" },
        sampling: { ...sampling, discard: referenceLatents },
      });
    });
  };
