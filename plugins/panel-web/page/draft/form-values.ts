// Converts a draft to the form of the API for presets, and takes over values that another program recalls.

import type { FormValues, Preset, PresetDraft } from "@pictor/client";
import type { Values } from "../dialect/values.js";
import {
  paramsOf,
  requestOf,
  seedModeOf,
  withFeature,
  withParams,
  withRecall,
  withSeedMode,
  type Draft,
} from "./draft.js";

/** The content of a preset: the same as the request of a job, so that features that are switched off are left out. */
export const presetOf = (draft: Draft): PresetDraft => ({
  ...requestOf(draft),
  count: draft.count,
  seed: seedModeOf(draft),
});

/** The seed for a preset whose mode keeps a seed but that has none. */
const firstSeed = "0";

/** Fills the form with a preset. */
export function withPreset(draft: Draft, { backend, seed, ...preset }: Preset): Draft {
  const { backend: _before, ...rest } = withRecall(draft, preset);
  return withSeedMode({ ...rest, ...(backend !== undefined && { backend }) }, seed, firstSeed);
}

/**
 * Fills the form with given values, and leaves all others unchanged. `namesOf` returns the names of a workflow's
 * settings: values that are given without a workflow are used only if the current workflow has a setting of that name.
 */
export function withFormValues(
  draft: Draft,
  { workflow = draft.workflow, params = {}, features, backend, count, seed }: FormValues,
  namesOf: (workflow: string) => readonly string[],
): Draft {
  const known = namesOf(workflow);
  const given: Values = Object.fromEntries(Object.entries(params).filter(([name]) => known.includes(name)));
  const chosen = { ...draft, workflow };
  const filled = withParams(chosen, { ...paramsOf(chosen), ...given });
  const used =
    features === undefined
      ? filled
      : features.reduce<Draft>((form, { id, settings }) => withFeature(form, id, settings), {
          ...filled,
          features: [],
        });
  const whole: Draft = {
    ...used,
    ...(backend !== undefined && { backend }),
    ...(count !== undefined && { count }),
  };
  return seed === undefined ? whole : withSeedMode(whole, seed, firstSeed);
}
