// Patches of the model: one node on each loaded model, whose output becomes the `model` cursor.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, InputValue, WorkflowDraft } from "@pictor/kernel/plugin";
import { loadedModelPrefixes, modelSuffix } from "./requirements.js";

/** The node that patches a model. */
export interface ModelPatch {
  readonly class: string;
  /** The beginning of the node ids; default: the class. */
  readonly id?: string;
  /** All inputs but `model`. */
  readonly inputs: Readonly<Record<string, InputValue>>;
  /** Input name to the setting that fills it. */
  readonly origins: Readonly<Record<string, string>>;
}

/** Patches the base model and the refiner separately, each at its cursor. */
export const patchModels = (draft: WorkflowDraft, context: BuildContext, patch: ModelPatch): WorkflowDraft =>
  edit(draft, (graph) => {
    for (const prefix of loadedModelPrefixes(draft, context)) {
      const inputs = { ...patch.inputs, model: graph.cursor(`${prefix}model`) };
      const id = `${patch.id ?? patch.class}_${modelSuffix(prefix)}`;
      const patched = graph.add(patch.class, inputs, { id, origins: patch.origins });
      graph.move({ [`${prefix}model`]: patched.out() });
    }
  });
