// The menu of presets beside the button Generate. Each preset contains the whole form. The code of the dialogs is
// loaded when the first one is opened.

import { Menu } from "../../parts/menu.js";
import { openDialog } from "../../shell/open-dialog.js";
import { showFailure } from "../form/submission.js";
import { chosenPreset, loadPreset, presets, resetForm } from "./presets.js";

type Shown = "SavePreset" | "PresetList";

const open = (name: Shown): void => openDialog(async () => (await import("./preset-dialogs.js"))[name], {});

export function PresetMenu() {
  const known = presets.state.value.value ?? [];
  const chosen = chosenPreset.value?.name;
  return (
    <Menu
      hasCaret
      label={chosen === undefined ? "Presets" : `Preset ${chosen}`}
      onOpen={() => void presets.load()}
      items={[
        { id: "/save", text: "Save as…", run: () => open("SavePreset") },
        ...known.map(({ name, description }) => ({
          id: name,
          text: name,
          description,
          run: () => void loadPreset(name).catch(showFailure),
        })),
        chosen !== undefined && {
          id: "/close",
          text: `Close ${chosen}`,
          description: "The form stays as it is",
          run: () => (chosenPreset.value = undefined),
        },
        {
          id: "/reset",
          text: "Start with the defaults",
          description: "Every value of the form, without features",
          run: resetForm,
        },
        { id: "/list", text: "Delete presets…", disabled: known.length === 0, run: () => open("PresetList") },
      ]}
    />
  );
}
