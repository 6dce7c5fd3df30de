// The editor of an environment: its name, its variables, and its deletion.

import { Button, IconButton } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { ErrorNote } from "../../parts/error-note.js";
import { useAttempt } from "../../parts/use-attempt.js";
import { useNewest } from "../../parts/use-newest.js";
import { NameValueTable } from "../rows/name-value-table.js";
import { environments } from "../variables/environment.js";
import { changed, isReference, newVariable, type VariableRow } from "./environment-draft.js";
import {
  closeEditor,
  deleteEdited,
  edited,
  saveEdited,
  type EditedEnvironment,
} from "./environment-editing.js";
import { TextInput } from "../../parts/text-input.js";

function Variables({ rows }: { readonly rows: readonly VariableRow[] }) {
  const show = (next: readonly VariableRow[]): void => {
    if (edited.value !== undefined) edited.value = { ...edited.value, rows: next };
  };
  const edit = (index: number, change: Partial<VariableRow>, key: string): void => {
    if (index === rows.length) show([...rows, changed(newVariable(key), change)]);
    else show(rows.map((row, at) => (at === index ? changed(row, change) : row)));
  };
  return (
    <NameValueTable<VariableRow>
      title="Variable"
      rows={rows}
      onEdit={edit}
      onRemove={(index) => {
        show(rows.filter((_row, at) => at !== index));
      }}
      valueField={(row, label, _field, onValue) => (
        <TextInput
          look="mono table-value"
          {...(row?.isSecret === true && !isReference(row.value) && { type: "password" as const })}
          aria-label={`${label}: value`}
          placeholder={row?.isHidden === true ? "Not shown; type to replace it" : "Value"}
          autocomplete="off"
          spellcheck={false}
          value={row?.value ?? ""}
          onText={onValue}
        />
      )}
      buttons={(row, label, index, key) => (
        <IconButton
          icon={row?.isSecret === true ? "lock" : "unlock"}
          name={`${label} is a secret`}
          pressed={row?.isSecret === true}
          onClick={() => {
            edit(index, { isSecret: row?.isSecret !== true }, key);
          }}
        />
      )}
    />
  );
}

function Editor({ environment }: { readonly environment: EditedEnvironment }) {
  const { error, isBusy, attempt } = useAttempt();
  // The user may have closed this editor and opened another one when the reply arrives.
  const close = useNewest(closeEditor);
  const { saved, name, rows } = environment;
  const known = environments.state.value.value?.environments ?? [];
  const isTaken = saved === undefined && known.some((one) => one.name === name.trim());
  const run = (work: () => Promise<void>): void => {
    void attempt(async () => {
      await work();
      close(undefined);
    });
  };
  const save = (): void => {
    if (name.trim() !== "" && !isTaken) run(() => saveEdited(environment));
  };
  return (
    <Dialog
      wide
      title={saved === undefined ? "New environment" : `Environment ${saved}`}
      onClose={closeEditor}
    >
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {saved === undefined && (
          <div class="field">
            <label for="environment-name">Name</label>
            <TextInput
              id="environment-name"
              autocomplete="off"
              autofocus
              placeholder="staging"
              value={name}
              aria-invalid={isTaken}
              aria-describedby={isTaken ? "environment-name-fault" : undefined}
              onText={(typed) => {
                edited.value = { ...environment, name: typed };
              }}
            />
            {isTaken && (
              <p class="fault" id="environment-name-fault" role="alert">
                There is an environment of this name. Choose another name.
              </p>
            )}
          </div>
        )}
        <Variables rows={rows} />
        <p class="small muted">
          {
            "A request uses a variable as {{name}}. The lock stores a value as a secret, which the page never shows again. "
          }
          {"A value can also refer to one that is elsewhere: $env NAME, $secret NAME, $token PROFILE."}
        </p>
        {error !== undefined && <ErrorNote error={error} />}
        <div class="row wrap">
          <Button look="primary" disabled={isBusy || isTaken || name.trim() === ""} onClick={save}>
            Save
          </Button>
          <Button look="plain" onClick={closeEditor}>
            Cancel
          </Button>
          <span class="grow" />
          {saved !== undefined && (
            <Button
              look="danger"
              disabled={isBusy}
              onClick={() => {
                run(() => deleteEdited(saved));
              }}
            >
              Delete
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

export function EnvironmentDialog() {
  const environment = edited.value;
  if (environment === undefined) return null;
  return <Editor key={environment.saved ?? ""} environment={environment} />;
}
