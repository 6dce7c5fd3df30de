// The sampling that a person's settings ask for; what they leave out is filled by the profile. Pure.

import type { Sampling } from "@pictor/kernel/plugin";
import { invalidSetting } from "../invalid-setting.js";
import type { ModelProfile } from "../models/profiles.js";

/** The settings of sampling; the names are those that templates give them. */
export interface SamplingSettings {
  readonly sampler?: string;
  readonly scheduler?: string;
  readonly steps?: number;
  readonly cfg?: number;
  /** 0 for none: then `cfg` counts. */
  readonly guidance?: number;
  readonly denoise: number;
  readonly alignedTo?: NonNullable<Sampling["alignedTo"]>;
  readonly refiner?: string;
  readonly refinerSteps?: number;
  /** Pictures in one run; default 1. */
  readonly batchSize?: number;
  /** Counted from 1; 0 makes all. Default 0. */
  readonly batchIndex?: number;
}

export interface SamplingSource {
  /** Id of the workflow, for error messages. */
  readonly workflow: string;
  readonly profile: Pick<ModelProfile, "path" | "sigmas" | "recommended">;
  readonly seed: bigint;
}

/** What is sampled with, whoever said so. */
function values(settings: SamplingSettings, { recommended }: SamplingSource["profile"]) {
  const { guidance = recommended.guidance } = settings;
  return {
    sampler: settings.sampler ?? recommended.sampler,
    scheduler: settings.scheduler ?? recommended.scheduler,
    steps: settings.steps ?? recommended.steps,
    cfg: settings.cfg ?? recommended.cfg,
    ...(guidance !== undefined && guidance > 0 && { guidance }),
  };
}

/** People count a batch's pictures from 1. The node would silently give the last one for a place beyond it. */
function batchOf({ batchSize: size = 1, batchIndex = 0 }: SamplingSettings, workflow: string) {
  if (batchIndex > size) {
    const expected = `at most batchSize (${size})`;
    throw invalidSetting({ workflow, setting: "batchIndex", expected, found: String(batchIndex) });
  }
  if (batchIndex > 0) return { batch: { size, index: batchIndex - 1 } };
  return size > 1 ? { batch: { size } } : {};
}

/** Throws SETTINGS_INVALID for a picture beyond the batch. */
export function chosenSampling(
  settings: SamplingSettings,
  { workflow, profile, seed }: SamplingSource,
): Sampling {
  const { denoise, alignedTo, refiner, refinerSteps } = settings;
  return {
    ...values(settings, profile),
    seed,
    denoise,
    ...(profile.path === "guider" && { path: profile.path }),
    ...(profile.sigmas === "flux2" && { sigmas: profile.sigmas }),
    ...(alignedTo !== undefined && { alignedTo }),
    ...(refiner !== undefined && refinerSteps !== undefined && { refinerSteps }),
    ...batchOf(settings, workflow),
  };
}
