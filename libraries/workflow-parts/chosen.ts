// What a template fills in where the person says nothing, as settings: records name it, so that the same is made again.

import type { Params, Sampling } from "@pictor/kernel/plugin";
import type { ModelProfile } from "./models/profiles.js";

/** The values of a sampling that are settings of their own. */
export const samplingValues = ({ sampler, scheduler, steps, cfg, guidance }: Sampling): Params => ({
  ...{ sampler, scheduler, steps, cfg },
  ...(guidance !== undefined && { guidance }),
});

/** The files that the profile gives to a diffusion model. */
export const profileFiles = ({ encoders, vae }: Pick<ModelProfile, "encoders" | "vae">): Params => ({
  ...Object.fromEntries(encoders.map((file, index) => [`encoder${index + 1}`, file])),
  ...(vae !== undefined && { vae }),
});

/** Of these values, those that the person has not given. For `draft.chosen`. */
export const leftOpen = (values: Params, settings: object): Params =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name]) => (settings as Readonly<Record<string, unknown>>)[name] === undefined,
    ),
  );
