// A draft as the API knows the state of a form: presets, and values that another program recalls.

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

/** What a preset keeps: what a job of the draft would have, so that it leaves out features that are switched off. */
export const presetOf = (draft: Draft): PresetDraft => ({
  ...requestOf(draft),
  count: draft.count,
  seed: seedModeOf(draft),
});

/** The first seed of a mode that keeps one. */
const firstSeed = "0";

/** The form as the preset has it. */
export function withPreset(draft: Draft, { backend, seed, ...preset }: Preset): Draft {
  const { backend: _before, ...rest } = withRecall(draft, preset);
  return withSeedMode({ ...rest, ...(backend !== undefined && { backend }) }, seed, firstSeed);
}

/**
 * The form with the values that it has been given; what is absent stays. `namesOf` are the settings of a workflow: values without a
 * workflow are for those that it has.
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
