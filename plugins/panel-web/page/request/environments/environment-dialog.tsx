// The editor of an environment: its name, its variables, and its deletion.

import { Button, IconButton } from "../../parts/button.js";
import { ConfirmButton } from "../../parts/confirm.js";
import { Dialog } from "../../parts/dialog.js";
import { InputField } from "../../parts/field.js";
import { Form } from "../../parts/form.js";
import { TextInput } from "../../parts/text-input.js";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { useNewest } from "../../parts/use-newest.js";
import { newName } from "../../saving/drafts.js";
import { SaveBar } from "../../saving/save-bar.js";
import { NameValueTable } from "../rows/name-value-table.js";
import { environments } from "../variables/environment.js";
import {
  isReference,
  rowsOf,
  titlesOf,
  withoutRow,
  withRow,
  type EnvironmentDraft,
  type VariableRow,
} from "./environment-draft.js";
import {
  closeEditor,
  deleteEnvironment,
  edited,
  environmentDrafts,
  saveEnvironment,
  storedEnvironment,
} from "./environment-editing.js";

interface EditingProps {
  readonly draft: EnvironmentDraft;
  readonly onChange: (draft: EnvironmentDraft) => void;
}

function Variables({ draft, onChange }: EditingProps) {
  const rows = rowsOf(draft);
  return (
    <NameValueTable<VariableRow>
      title="Variable"
      rows={rows}
      onEdit={(_index, change, key) => onChange(withRow(draft, key, change))}
      onPaste={(pasted) =>
        onChange(pasted.reduce((next, row) => withRow(next, crypto.randomUUID(), row), draft))
      }
      onRemove={(index) => onChange(withoutRow(draft, rows[index]?.key ?? ""))}
      valueField={(row, label, _field, onValue) => (
        <TextInput
          look="mono table-value"
          {...(row?.isSecret === true && !isReference(row.value) && { type: "password" as const })}
          aria-label={`${label}: value`}
          placeholder={row?.isHidden === true ? "Not shown; type to replace it" : "Value"}
          value={row?.value ?? ""}
          onText={onValue}
        />
      )}
      buttons={(row, label, _index, key) => (
        <IconButton
          icon={row?.isSecret === true ? "lock" : "unlock"}
          name={`${label} is a secret`}
          pressed={row?.isSecret === true}
          onClick={() => onChange(withRow(draft, key, { isSecret: row?.isSecret !== true }))}
        />
      )}
    />
  );
}

function Editor({ name }: { readonly name: string }) {
  const attempt = useAttempt();
  // The user may have closed this editor and opened another one when the reply arrives.
  const close = useNewest(closeEditor);
  const isNew = name === newName;
  const stored = storedEnvironment(name);
  const draft = environmentDrafts.shown(name, stored);
  const isTaken =
    isNew &&
    environments.state.value.value?.environments.some((one) => one.name === draft.name.trim()) === true;
  const cannotCreate = isTaken || draft.name.trim() === "";
  const onChange = (next: EnvironmentDraft): void => environmentDrafts.edit(name, stored, next);
  const create = async (): Promise<void> => {
    await saveEnvironment(name, draft);
    close(undefined);
  };
  const revert = (): void => environmentDrafts.revert(name);
  return (
    <Dialog wide title={isNew ? "New environment" : `Environment ${name}`} onClose={closeEditor}>
      <Form
        onSubmit={() => {
          if (isNew && !cannotCreate) void attempt.run(create);
        }}
      >
        {isNew && (
          <InputField
            label="Name"
            fault={
              isTaken ? "There is already an environment with this name. Choose another name." : undefined
            }
            autofocus
            placeholder="staging"
            value={draft.name}
            onText={(typed) => onChange({ ...draft, name: typed })}
          />
        )}
        <Variables {...{ draft, onChange }} />
        <p class="small muted">
          {
            "A request uses a variable as {{name}}. The lock stores a value as a secret, which the page never shows again. "
          }
          {"A value can also be a reference to a value elsewhere: $env NAME, $secret NAME, $token PROFILE."}
        </p>
        {!isNew && (
          <SaveBar
            isInDialog
            what={`the environment ${name}`}
            changes={titlesOf(environmentDrafts.changes(name, stored), draft)}
            onSave={() => saveEnvironment(name, draft)}
            onRevert={revert}
          />
        )}
        <AttemptNote of={attempt} />
        <div class="row wrap">
          {isNew && (
            <>
              <Button submits look="primary" disabled={attempt.isBusy || cannotCreate}>
                Create
              </Button>
              <Button look="plain" onClick={revert}>
                Clear
              </Button>
            </>
          )}
          <Button look="plain" onClick={closeEditor}>
            Close
          </Button>
          <span class="grow" />
          {!isNew && (
            <ConfirmButton
              title={`Delete the environment ${name}?`}
              action="Delete"
              disabled={attempt.isBusy}
              onConfirm={() =>
                void attempt.run(async () => {
                  await deleteEnvironment(name);
                  close(undefined);
                })
              }
            >
              <p>Its variables are deleted, on every device.</p>
            </ConfirmButton>
          )}
        </div>
      </Form>
    </Dialog>
  );
}

export function EnvironmentDialog() {
  const name = edited.value;
  return name === undefined ? null : <Editor key={name} name={name} />;
}
