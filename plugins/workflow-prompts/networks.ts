// Adds the networks of the prompts to every loaded model.

import { edit } from "@pictor/kernel/plugin";
import type { Anchors, ModelPrefix, WorkflowDraft } from "@pictor/kernel/plugin";
import type { CoreNodes } from "@pictor/workflow-parts";
import type { Setting } from "./refusal.js";
import type { Network } from "./syntax.js";

export interface NamedNetwork extends Network {
  /** The prompt that names it. */
  readonly setting: Setting;
}

const models: readonly { readonly prefix: ModelPrefix; readonly id: string }[] = [
  { prefix: "", id: "Loras_Base_LoraLoader" },
  { prefix: "refiner.", id: "Loras_Refiner_LoraLoader" },
];

/**
 * A loader per network and model, in order. `cursors.original` moves along: what the prompt names belongs to the models
 * as they were loaded. A model without `clip` (video models, for one) takes the model's weight only.
 */
export function addNetworks(draft: WorkflowDraft, networks: readonly NamedNetwork[]): WorkflowDraft {
  if (networks.length === 0) return draft;
  return edit<CoreNodes>(draft, (graph) => {
    for (const { prefix, id } of models) {
      for (const network of networks) {
        const { [`${prefix}model` as const]: model, [`${prefix}clip` as const]: clip } = graph.draft.anchors;
        if (model === undefined) continue;
        const { name, weight, clipWeight, setting } = network;
        const inputs = { model, lora_name: name, strength_model: weight };
        const origins = { lora_name: setting, strength_model: setting };
        if (clip === undefined) {
          const loader = graph.add("LoraLoaderModelOnly", inputs, { id, origins });
          graph.move({ [`${prefix}model`]: loader.out() });
        } else {
          const loader = graph.add(
            "LoraLoader",
            { ...inputs, clip, strength_clip: clipWeight },
            { id, origins: { ...origins, strength_clip: setting } },
          );
          graph.move({ [`${prefix}model`]: loader.out(), [`${prefix}clip`]: loader.out(1) });
        }
      }
    }
    const { anchors, cursors } = graph.draft;
    if (cursors !== undefined) {
      graph.set({
        cursors: { ...cursors, original: { ...cursors.original, ...movedIn(anchors, draft.anchors) } },
      });
    }
  });
}

const movedIn = (anchors: Anchors, before: Anchors): Anchors =>
  Object.fromEntries(Object.entries(anchors).filter(([name, at]) => at !== before[name as keyof Anchors]));
