// Adds loaders for the LoRAs of the prompts to every loaded model.

import { edit } from "@pictor/kernel/plugin";
import type { Anchors, ModelPrefix, WorkflowDraft } from "@pictor/kernel/plugin";
import type { CoreNodes } from "@pictor/workflow-parts";
import type { PromptSetting } from "./prompt-error.js";
import type { LoraTag } from "./prompt-syntax.js";

export interface PromptLora extends LoraTag {
  /** The prompt that contains the tag. */
  readonly setting: PromptSetting;
}

const models: readonly { readonly prefix: ModelPrefix; readonly id: string }[] = [
  { prefix: "", id: "Loras_Base_LoraLoader" },
  { prefix: "refiner.", id: "Loras_Refiner_LoraLoader" },
];

const changedAnchors = (anchors: Anchors, before: Anchors): Anchors =>
  Object.fromEntries(Object.entries(anchors).filter(([name, at]) => at !== before[name as keyof Anchors]));

/**
 * Adds a loader for each LoRA and model, in order. `cursors.original` follows, because the LoRAs of a prompt belong to the
 * models as they were loaded. A model without `clip`, such as a video model, gets a loader for the model only.
 */
export function addLoraLoaders(draft: WorkflowDraft, loras: readonly PromptLora[]): WorkflowDraft {
  if (loras.length === 0) return draft;
  return edit<CoreNodes>(draft, (graph) => {
    for (const { prefix, id } of models) {
      for (const { name, weight, clipWeight, setting } of loras) {
        const { [`${prefix}model` as const]: model, [`${prefix}clip` as const]: clip } = graph.draft.anchors;
        if (model === undefined) continue;
        const inputs = { model, lora_name: name, strength_model: weight };
        const origin = { setting, part: `the LoRA ${name}` };
        const origins = { lora_name: origin, strength_model: origin };
        if (clip === undefined) {
          const loader = graph.add("LoraLoaderModelOnly", inputs, { id, origins });
          graph.move({ [`${prefix}model`]: loader.out() });
        } else {
          const loader = graph.add(
            "LoraLoader",
            { ...inputs, clip, strength_clip: clipWeight },
            { id, origins: { ...origins, strength_clip: origin } },
          );
          graph.move({ [`${prefix}model`]: loader.out(), [`${prefix}clip`]: loader.out(1) });
        }
      }
    }
    const { anchors, cursors } = graph.draft;
    if (cursors !== undefined) {
      const original = { ...cursors.original, ...changedAnchors(anchors, draft.anchors) };
      graph.set({ cursors: { ...cursors, original } });
    }
  });
}
