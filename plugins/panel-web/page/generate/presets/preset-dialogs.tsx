// The dialogs of presets: one saves under a name and asks before it replaces a preset, the other lists presets for deletion.

import { useEffect, useState } from "preact/hooks";
import { IconButton } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { Entries, Entry } from "../../parts/entries.js";
import { InputField } from "../../parts/field.js";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import type { Closable } from "../../shell/open-dialog.js";
import { SaveAs } from "../base/save-as.js";
import { deletePreset, presets, savePreset } from "./presets.js";

export function SavePreset({ onClose }: Closable) {
  const [description, setDescription] = useState("");
  useEffect(() => void presets.load(), []);
  return (
    <SaveAs
      title="Save the form as a preset"
      noun="preset"
      takenBy={(name) => presets.state.value.value?.find((preset) => preset.name === name)?.name}
      save={(name) => savePreset(name, description.trim())}
      onClose={onClose}
    >
      <InputField label="Description" dir="auto" value={description} onText={setDescription} />
    </SaveAs>
  );
}

export function PresetList({ onClose }: Closable) {
  const attempt = useAttempt();
  const known = presets.state.value.value ?? [];
  return (
    <Dialog title="Presets" onClose={onClose}>
      <Entries of={known} none="There are no presets.">
        {({ name, description, workflow }) => (
          <Entry key={name} title={name} facts={[description ?? workflow]}>
            <IconButton
              icon="trash"
              name={`Delete ${name}`}
              onClick={() => void attempt.run(() => deletePreset(name))}
            />
          </Entry>
        )}
      </Entries>
      <AttemptNote of={attempt} />
    </Dialog>
  );
}
