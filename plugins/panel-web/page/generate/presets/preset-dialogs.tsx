// The dialogs of presets: one saves under a name and asks before it replaces a preset, the other lists presets for deletion.

import { useEffect, useState } from "preact/hooks";
import { Button, IconButton } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { InputField } from "../../parts/field.js";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { deletePreset, presets, savePreset } from "./presets.js";

export interface PresetDialogProps {
  readonly onClose: () => void;
}

export function SavePreset({ onClose }: PresetDialogProps) {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  /** The existing name that the user was asked to confirm. */
  const [asked, setAsked] = useState<string>();
  const attempt = useAttempt();
  useEffect(() => void presets.load(), []);
  const known = presets.state.value.value ?? [];
  const trimmed = name.trim();
  const isTaken = known.some((preset) => preset.name === trimmed);
  const isAsking = isTaken && asked === trimmed;
  const save = (): void => {
    if (trimmed === "") return;
    if (isTaken && !isAsking) {
      setAsked(trimmed);
      return;
    }
    void attempt.run(async () => {
      await savePreset(trimmed, description.trim());
      onClose();
    });
  };
  return (
    <Dialog title="Save the form as a preset" onClose={onClose}>
      <div
        class="stack"
        onKeyDown={(event) => {
          if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
            event.preventDefault();
            save();
          }
        }}
      >
        <InputField label="Name" autofocus value={name} onText={setName} />
        <InputField label="Description" dir="auto" value={description} onText={setDescription} />
        <p role="status" class="warning">
          {isAsking ? `There is a preset named ${trimmed}. Saving replaces it.` : ""}
        </p>
        <AttemptNote of={attempt} />
        <div class="row">
          <Button look="primary" disabled={trimmed === ""} onClick={save}>
            {isAsking ? `Replace ${trimmed}` : "Save"}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}

export function PresetList({ onClose }: PresetDialogProps) {
  const attempt = useAttempt();
  const known = presets.state.value.value ?? [];
  return (
    <Dialog title="Presets" onClose={onClose}>
      <ul class="stack tight">
        {known.map(({ name, description, workflow }) => (
          <li class="row" key={name}>
            <span class="grow">
              {name} <span class="small muted">{description ?? workflow}</span>
            </span>
            <IconButton
              icon="trash"
              name={`Delete ${name}`}
              onClick={() => void attempt.run(() => deletePreset(name))}
            />
          </li>
        ))}
      </ul>
      {known.length === 0 && <p class="muted">There are no presets.</p>}
      <AttemptNote of={attempt} />
    </Dialog>
  );
}
