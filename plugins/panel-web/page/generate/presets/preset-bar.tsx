// What of the form is not saved in the preset that it shows.

import { titlesIn } from "../../dialect/schema.js";
import { draft } from "../../draft/current-draft.js";
import { changesOfPreset } from "../../draft/preset-changes.js";
import { partsOf } from "../../api/pointers.js";
import { SaveBar } from "../../saving/save-bar.js";
import { workflow } from "../base/catalog.js";
import { chosenPreset, revertToPreset, savePreset } from "./presets.js";

/** The titles of the values beside those of the workflow. */
const titles: Readonly<Record<string, string>> = {
  workflow: "Workflow",
  features: "Add-ons",
  backend: "Backend",
  count: "Images",
  priority: "Priority",
  seed: "What happens to the seed",
};

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
