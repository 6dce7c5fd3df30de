// What of the form differs from the preset that it shows. Pure. The code is loaded with the first preset in the form.

import type { Preset, PresetDraft } from "@pictor/client";
import { changedPointers } from "../saving/unsaved.js";
import type { Draft } from "./draft.js";
import { presetOf, withPreset } from "./form-values.js";

/**
 * JSON pointers of the values in which the form differs from the preset that it shows. A seed that each job changes is
 * no change of the preset.
 */
export function changesOfPreset(draft: Draft, preset: Preset): readonly string[] {
  const own = ({ params: { seed, ...params } = {}, ...rest }: PresetDraft): unknown => ({
    ...rest,
    params: rest.seed === "fixed" ? { ...params, seed } : params,
  });
  return changedPointers(own(presetOf(withPreset(draft, preset))), own(presetOf(draft)));
}
