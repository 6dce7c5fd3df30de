// The phase prepare of an image workflow: loads the models, and prepares data for the later phases.

import type { BuildContext, InputFile, WorkflowDraft } from "@pictor/kernel/plugin";
import { omitGivenSettings } from "../chosen-settings.js";
import { chooseFamily, resolveFamilyFiles } from "../models/choose-family.js";
import { componentFileSettings } from "../models/load-components.js";
import { loadModels, type ModelSettings } from "../models/load-models.js";
import { emptyLatentRecipe } from "../sampling/empty-latent.js";
import { resolveSampling, toSamplingSettings, type SamplingSettings } from "../sampling/resolve-sampling.js";

/** The settings that image workflows share, under the names that templates give them. */
export interface ImageWorkflowSettings extends ModelSettings, SamplingSettings {
  readonly prompt: string;
  readonly negative: string;
  /** Width in pixels. */
  readonly width: number;
  /** Height in pixels. */
  readonly height: number;
}

/**
 * Loads the models, and sets cursors, prompts, size, sampling and the recipe of an empty latent. The prompts stay texts,
 * so that a feature that moves the `clip` cursor affects their encoding. `config` is a checkpoint's model
 * configuration, as `modelConfigFile` returns it. Requests the backend's catalog only when a file must be found.
 * Rejects with SETTINGS_INVALID.
 */
export async function prepareImageWorkflow(
  draft: WorkflowDraft,
  settings: ImageWorkflowSettings,
  { workflow, seed, catalog }: Pick<BuildContext, "workflow" | "seed" | "catalog">,
  config?: InputFile,
): Promise<WorkflowDraft> {
  const family = await resolveFamilyFiles(chooseFamily(settings, workflow), settings, catalog);
  const context = { workflow, family, ...(config !== undefined && { config }) };
  const loaded = loadModels(draft, settings, context);
  const { width, height, batchSize = 1, diffusionModel } = settings;
  const sampling = resolveSampling(settings, { workflow, family, seed });
  const shift = family.shift?.value;
  const chosen = {
    ...toSamplingSettings(sampling),
    ...(diffusionModel !== undefined && componentFileSettings(family)),
    ...(shift !== undefined && { shift }),
  };
  return {
    ...loaded,
    ...(family.traits !== undefined && { traits: family.traits }),
    cursors: { original: loaded.anchors },
    latent: emptyLatentRecipe(family.latent, { width, height, batchSize }),
    prompts: { positive: settings.prompt, negative: settings.negative },
    size: { width, height },
    sampling,
    chosenParams: omitGivenSettings(chosen, settings),
  };
}
