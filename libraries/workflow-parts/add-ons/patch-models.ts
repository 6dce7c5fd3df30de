// A patch of the model: one node on every loaded model, whose `model` cursor then comes out of it.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, InputValue, WorkflowDraft } from "@pictor/kernel/plugin";
import { loadedModels, modelName } from "./applicable.js";

/** The node of a patch: all its inputs but `model`, each a setting of the add-on under the name given in `origins`. */
export interface ModelPatch {
  readonly class: string;
  readonly inputs: Readonly<Record<string, InputValue>>;
  readonly origins: Readonly<Record<string, string>>;
}

/** Each model is patched by itself: the base goes on from the base, the refiner from the refiner. */
export const patchModels = (draft: WorkflowDraft, context: BuildContext, patch: ModelPatch): WorkflowDraft =>
  edit(draft, (graph) => {
    for (const prefix of loadedModels(draft, context)) {
      const inputs = { ...patch.inputs, model: graph.cursor(`${prefix}model`) };
      const id = `${patch.class}_${modelName(prefix)}`;
      graph.move({
        [`${prefix}model`]: graph.add(patch.class, inputs, { id, origins: patch.origins }).out(),
      });
    }
  });
