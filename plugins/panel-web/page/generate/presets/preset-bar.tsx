// What of the form is not saved in the preset that it shows.

import type { Preset, PresetDraft } from "@pictor/client";
import { titlesIn } from "../../dialect/schema.js";
import { draft } from "../../draft/current-draft.js";
import type { Draft } from "../../draft/draft.js";
import { presetOf, withPreset } from "../../draft/form-values.js";
import { partsOf } from "../../api/pointers.js";
import { changedPointers } from "../../saving/unsaved.js";
import { SaveBar } from "../../saving/save-bar.js";
import { workflow } from "../base/catalog.js";
import { chosenPreset, revertToPreset, savePreset } from "./presets.js";

/** The titles of the values beside those of the workflow. */
const titles: Readonly<Record<string, string>> = {
  workflow: "Workflow",
  features: "Features",
  backend: "Backend",
  count: "Images",
  priority: "Priority",
  seed: "What happens to the seed",
};

/**
 * JSON pointers of the values in which the form differs from the preset that it shows. A seed that each job changes is
 * no change of the preset.
 */
function changesOfPreset(form: Draft, preset: Preset): readonly string[] {
  const own = ({ params: { seed, ...params } = {}, ...rest }: PresetDraft): unknown => ({
    ...rest,
    params: rest.seed === "fixed" ? { ...params, seed } : params,
  });
  return changedPointers(own(presetOf(withPreset(form, preset))), own(presetOf(form)));
}

export function PresetBar() {
  const preset = chosenPreset.value;
  if (preset === undefined) return null;
  const { name, description } = preset;
  const title = titlesIn(workflow.value?.params);
  const changed = changesOfPreset(draft.value, preset).map((pointer) => {
    const [part = "", setting = ""] = partsOf(pointer);
    return part === "params" ? title(setting) : (titles[part] ?? part);
  });
  return (
    <SaveBar
      what={`the preset ${name}`}
      changes={[...new Set(changed)]}
      onSave={() => savePreset(name, description)}
      onRevert={() => revertToPreset(preset)}
    />
  );
}
