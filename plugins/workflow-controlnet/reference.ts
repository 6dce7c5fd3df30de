// A reference that the model looks at while it samples: it goes through the sampler ahead of the pictures. Only the first
// pass has it in its batch, so only that one uses the changed model.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, Files, LinkOf, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  loadPicture,
  notApplicable,
  requireEmptyStart,
  requirePictureUnet,
  samplingOf,
  settingsOf,
  type CoreNodes,
} from "@pictor/workflow-parts";
import type { ReferenceOnlySettings } from "./settings.gen.js";

type ReferenceNodes = CoreNodes & {
  Inference_Core_ReferenceOnlySimple: {
    inputs: { model: LinkOf<"MODEL">; reference: LinkOf<"LATENT">; batch_size: number };
    outputs: ["MODEL", "LATENT"];
  };
};

/** The node's latent is the reference and behind it `batch_size` empty ones, of the reference's size. */
const references = 1;

/** Most latents that the node takes that leaves the reference out afterwards. */
const mostPictures = 64;

export const followReference =
  (files: Files | undefined) =>
  async (draft: WorkflowDraft, context: BuildContext): Promise<WorkflowDraft> => {
    const sampling = samplingOf(draft, context);
    requirePictureUnet(draft, context);
    requireEmptyStart(draft, context);
    const { size } = draft;
    if (size === undefined) throw notApplicable(context, "the size of its picture is not known");
    const { size: pictures = 1 } = sampling.batch ?? {};
    if (pictures > mostPictures) {
      const advice = `Make at most ${mostPictures} at once, in several batches.`;
      throw notApplicable(context, `its batch has ${pictures} pictures`, advice);
    }
    const { image: path } = settingsOf<ReferenceOnlySettings>(context);
    const file = await files?.input(path, context.signal);
    if (file === undefined) throw new TypeError("the permission `files` is missing");
    return edit<ReferenceNodes>(draft, (graph) => {
      const { image } = loadPicture(graph, file, { id: "ControlNet_LoadImage", setting: "image" });
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
      const inputs = { model, reference: encoded.out(), batch_size: sampling.batch?.size ?? 1 };
      const looking = graph.add("Inference_Core_ReferenceOnlySimple", inputs, {
        id: "ControlNet_ReferenceOnly",
      });
      graph.set({
        firstPass: { by: "reference-only", from: model, model: looking.out(0) },
        primary: { link: looking.out(1), type: "LATENT" },
        sampling: { ...sampling, discard: references },
      });
    });
  };
