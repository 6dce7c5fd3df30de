// Phase prepare of a picture workflow: models, and as data everything that later phases read.

import type { BuildContext, InputFile, WorkflowDraft } from "@pictor/kernel/plugin";
import { leftOpen, profileFiles, samplingValues } from "./chosen.js";
import { emptyLatent } from "./latents/empty-latent.js";
import { chooseProfile } from "./models/choose-profile.js";
import { withOfferedFiles } from "./models/pick-file.js";
import { loadModels, type ModelSettings } from "./models/load-models.js";
import { chosenSampling, type SamplingSettings } from "./sampling/chosen-sampling.js";

/** The settings that picture workflows share, under the names that they give them. */
export interface PictureSettings extends ModelSettings, SamplingSettings {
  readonly prompt: string;
  readonly negative: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Loads the models, and leaves cursors, prompts, size, sampling and the recipe of an empty latent. The prompts stay
 * texts here: an add-on that moves the `clip` cursor still takes part in their encoding. `config` is a checkpoint's
 * configuration, as `configFile` names it. The backend's catalogue is asked only where a file is to be picked. Rejects
 * with SETTINGS_INVALID.
 */
export async function prepared(
  draft: WorkflowDraft,
  settings: PictureSettings,
  { workflow, seed, catalog }: Pick<BuildContext, "workflow" | "seed" | "catalog">,
  config?: InputFile,
): Promise<WorkflowDraft> {
  const profile = await withOfferedFiles(chooseProfile(settings, workflow), settings, catalog);
  const loading = { workflow, profile, ...(config !== undefined && { config }) };
  const loaded = loadModels(draft, settings, loading);
  const { width, height, batchSize = 1, diffusionModel } = settings;
  const sampling = chosenSampling(settings, { workflow, profile, seed });
  const shift = profile.shift?.value;
  const chosen = {
    ...samplingValues(sampling),
    ...(diffusionModel !== undefined && profileFiles(profile)),
    ...(shift !== undefined && { shift }),
  };
  return {
    ...loaded,
    ...(profile.traits !== undefined && { traits: profile.traits }),
    cursors: { original: loaded.anchors },
    latent: emptyLatent(profile.latent, { width, height, batchSize }),
    prompts: { positive: settings.prompt, negative: settings.negative },
    size: { width, height },
    sampling,
    chosen: leftOpen(chosen, settings),
  };
}
