// The features that patch the model: each adds one node on every loaded model.

import type { BuildContext, InputValue, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  featureSettings,
  inputsFromSettings,
  loadedModelPrefixes,
  patchModels,
  requireCfg,
  requireDiscreteNoise,
  requireUnet,
  type Requirement,
} from "@pictor/workflow-parts";
import type {
  CfgRescaleSettings,
  DiscreteSamplingSettings,
  FreeuSettings,
  NrsSettings,
} from "./settings.gen.js";

type PatchHandler = (draft: WorkflowDraft, context: BuildContext) => WorkflowDraft;

/** Creates a handler; `names` are the settings of the feature, which have the names of the node's inputs. */
const createPatch =
  <Settings extends Readonly<Record<keyof Settings, InputValue>>>(
    nodeClass: string,
    require: Requirement,
    names: readonly (keyof Settings & string)[],
  ): PatchHandler =>
  (draft, context) => {
    loadedModelPrefixes(draft, context);
    require(draft, context);
    const settings = featureSettings<Settings>(context);
    const settingByInput = Object.fromEntries(names.map((name) => [name, name] as const));
    return patchModels(draft, context, { class: nodeClass, ...inputsFromSettings(settings, settingByInput) });
  };

/** FreeU scales the backbone and skip features of the UNet. */
export const applyFreeU = createPatch<FreeuSettings>("FreeU", requireUnet, ["b1", "b2", "s1", "s2"]);
/** NRS is negative rejection steering, which replaces classifier-free guidance. */
export const applyNrs = createPatch<NrsSettings>("NRS", requireCfg, ["skew", "stretch", "squash"]);
/** The feature `discrete-sampling` sets how the model predicts noise. */
export const applyDiscreteSampling = createPatch<DiscreteSamplingSettings>(
  "ModelSamplingDiscrete",
  requireDiscreteNoise,
  ["sampling", "zsnr"],
);
/** The feature `cfg-rescale` rescales the result of classifier-free guidance. */
export const applyCfgRescale = createPatch<CfgRescaleSettings>("RescaleCFG", requireCfg, ["multiplier"]);
