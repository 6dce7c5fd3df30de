// Derives the sampling from the user's settings and, for absent ones, from the recommendations of the model family.

import type { Params, Sampling } from "@pictor/kernel/plugin";
import { invalidSettingError } from "../invalid-setting.js";
import type { ModelFamily } from "../models/families.js";
import { readSampler } from "./read-sampler.js";

/** The settings of sampling, under the names that templates give them. */
export interface SamplingSettings {
  readonly sampler?: string;
  readonly scheduler?: string;
  readonly steps?: number;
  readonly cfg?: number;
  /** Embedded guidance. With 0 there is none, and `cfg` takes effect. */
  readonly guidance?: number;
  readonly denoise: number;
  readonly alignedTo?: NonNullable<Sampling["alignedTo"]>;
  readonly refiner?: string;
  readonly refinerSteps?: number;
  /** Images in one run; default 1. */
  readonly batchSize?: number;
  /** The only image of the batch to make, counted from 1; 0 makes all. Default 0. */
  readonly batchIndex?: number;
}

/** The inputs of sampling besides the settings. */
export interface SamplingContext {
  /** Id of the workflow, for error messages. */
  readonly workflow: string;
  readonly family: Pick<ModelFamily, "path" | "sigmas" | "recommended">;
  readonly seed: bigint;
}

function completeValues(given: SamplingSettings, { recommended }: SamplingContext["family"]) {
  const settings = readSampler(given);
  const { guidance = recommended.guidance } = settings;
  return {
    sampler: settings.sampler ?? recommended.sampler,
    scheduler: settings.scheduler ?? recommended.scheduler,
    steps: settings.steps ?? recommended.steps,
    cfg: settings.cfg ?? recommended.cfg,
    ...(guidance !== undefined && guidance > 0 && { guidance }),
  };
}

/** Refuses an index beyond the batch, for which LatentFromBatch would silently return the last latent. */
function resolveBatch({ batchSize: size = 1, batchIndex = 0 }: SamplingSettings, workflow: string) {
  if (batchIndex > size) {
    const expected = `at most batchSize (${size})`;
    throw invalidSettingError({ workflow, setting: "batchIndex", expected, found: String(batchIndex) });
  }
  if (batchIndex > 0) return { batch: { size, index: batchIndex - 1 } };
  return size > 1 ? { batch: { size } } : {};
}

/** Resolves the sampling. Throws SETTINGS_INVALID when `batchIndex` exceeds `batchSize`. */
export function resolveSampling(
  settings: SamplingSettings,
  { workflow, family, seed }: SamplingContext,
): Sampling {
  const { denoise, alignedTo, refiner, refinerSteps } = settings;
  return {
    ...completeValues(settings, family),
    seed,
    denoise,
    ...(family.path === "guider" && { path: family.path }),
    ...(family.sigmas === "flux2" && { sigmas: family.sigmas }),
    ...(alignedTo !== undefined && { alignedTo }),
    ...(refiner !== undefined && refinerSteps !== undefined && { refinerSteps }),
    ...resolveBatch(settings, workflow),
  };
}

/** The values of a sampling that a family may recommend, as settings. */
export const toSamplingSettings = ({ sampler, scheduler, steps, cfg, guidance }: Sampling): Params => ({
  sampler,
  scheduler,
  steps,
  cfg,
  ...(guidance !== undefined && { guidance }),
});
