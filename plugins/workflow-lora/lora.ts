// A LoRA behind every loaded model and its text encoder.

import { edit } from "@pictor/kernel/plugin";
import type { Anchors, BuildContext, WorkflowDraft } from "@pictor/kernel/plugin";
import { loadedModels, modelName, notApplicable, settingsOf, type CoreNodes } from "@pictor/workflow-parts";
import type { LoraSettings } from "./settings.gen.js";

/**
 * `strength` drives both, as in the AUTOMATIC1111 web UI, unless the encoder has a figure of its own. A LoRA that is
 * named before any patch of the model belongs to what was loaded: a later pass without the patches still has it.
 */
export function loadLora(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  const { name, strength, clipStrength } = settingsOf<LoraSettings>(context);
  return edit<CoreNodes>(draft, (graph) => {
    for (const prefix of loadedModels(draft, context)) {
      if (draft.anchors[`${prefix}clip`] === undefined)
        throw notApplicable(context, "its model has no text encoder");
      if (
        draft.anchors[`${prefix}positive`] !== undefined ||
        draft.anchors[`${prefix}negative`] !== undefined
      ) {
        throw notApplicable(
          context,
          "an add-on before it has encoded the prompt already, without it",
          "Name it before the add-ons that work on the conditioning.",
        );
      }
      const model = graph.cursor(`${prefix}model`);
      const clip = graph.cursor(`${prefix}clip`);
      const lora = graph.add(
        "LoraLoader",
        { model, clip, lora_name: name, strength_model: strength, strength_clip: clipStrength ?? strength },
        {
          id: `Loras_${modelName(prefix)}`,
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
      const isFirst =
        cursors?.original[`${prefix}model`] === model && cursors.original[`${prefix}clip`] === clip;
      if (isFirst) graph.set({ cursors: { ...cursors, original: { ...cursors.original, ...moved } } });
    }
  });
}
