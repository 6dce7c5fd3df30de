// One node for each patch, on every loaded model.

import type { BuildContext, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  loadedModels,
  patchModels,
  requireDiscreteNoise,
  requireGuidance,
  requireUnet,
  settingsOf,
  type Requirement,
} from "@pictor/workflow-parts";
import type {
  CfgRescaleSettings,
  DiscreteSamplingSettings,
  FreeuSettings,
  NrsSettings,
} from "./settings.gen.js";

type Patch = (draft: WorkflowDraft, context: BuildContext) => WorkflowDraft;

/** The settings of these add-ons have the names of the node's inputs. */
const patch =
  <Settings extends object>(
    nodeClass: string,
    require: Requirement,
    inputsOf: (settings: Settings) => Partial<Settings>,
  ): Patch =>
  (draft, context) => {
    loadedModels(draft, context);
    require(draft, context);
    const inputs = inputsOf(settingsOf<Settings>(context)) as Readonly<
      Record<string, number | string | boolean>
    >;
    const origins = Object.fromEntries(Object.keys(inputs).map((name) => [name, name]));
    return patchModels(draft, context, { class: nodeClass, inputs, origins });
  };

export const freeU = patch<FreeuSettings>("FreeU", requireUnet, ({ b1, b2, s1, s2 }) => ({ b1, b2, s1, s2 }));
export const rejectNegative = patch<NrsSettings>("NRS", requireGuidance, ({ skew, stretch, squash }) => ({
  skew,
  stretch,
  squash,
}));
export const sampleDiscrete = patch<DiscreteSamplingSettings>(
  "ModelSamplingDiscrete",
  requireDiscreteNoise,
  ({ sampling, zsnr }) => ({ sampling, zsnr }),
);
export const rescaleCfg = patch<CfgRescaleSettings>("RescaleCFG", requireGuidance, ({ multiplier }) => ({
  multiplier,
}));
