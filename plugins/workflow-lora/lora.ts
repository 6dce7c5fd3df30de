// The feature `lora`: a LoRA on every loaded model and its text encoder.

import { edit } from "@pictor/kernel/plugin";
import type { Anchors, BuildContext, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  featureSettings,
  loadedModelPrefixes,
  modelSuffix,
  notApplicableError,
  type CoreNodes,
} from "@pictor/workflow-parts";
import type { LoraSettings } from "./settings.gen.js";

/**
 * Adds LoraLoader. `strength` applies to both model and text encoder, as in the AUTOMATIC1111 web UI, unless
 * `clipStrength` is given. A LoRA that comes before any patch of the model becomes part of the original cursors: a later
 * pass without the patches still uses it.
 */
export function loadLora(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  const { name, strength, clipStrength } = featureSettings<LoraSettings>(context);
  return edit<CoreNodes>(draft, (graph) => {
    for (const prefix of loadedModelPrefixes(draft, context)) {
      if (draft.anchors[`${prefix}clip`] === undefined)
        throw notApplicableError(context, "the model has no text encoder");
      if (
        draft.anchors[`${prefix}positive`] !== undefined ||
        draft.anchors[`${prefix}negative`] !== undefined
      ) {
        throw notApplicableError(
          context,
          "an earlier feature has encoded the prompt already, without the LoRA",
          "Name the LoRA before the features that work on the conditioning.",
        );
      }
      const model = graph.cursor(`${prefix}model`);
      const clip = graph.cursor(`${prefix}clip`);
      const lora = graph.add(
        "LoraLoader",
        { model, clip, lora_name: name, strength_model: strength, strength_clip: clipStrength ?? strength },
        {
          id: `Loras_${modelSuffix(prefix)}`,
          origins: {
            lora_name: "name",
            strength_model: "strength",
            strength_clip: clipStrength === undefined ? "strength" : "clipStrength",
          },
        },
      );
      const moved: Anchors = { [`${prefix}model`]: lora.out(), [`${prefix}clip`]: lora.out(1) };
      graph.move(moved);
      const { cursors } = graph.draft;
      const isUnpatched =
        cursors?.original[`${prefix}model`] === model && cursors.original[`${prefix}clip`] === clip;
      if (isUnpatched) graph.set({ cursors: { ...cursors, original: { ...cursors.original, ...moved } } });
    }
  });
}
