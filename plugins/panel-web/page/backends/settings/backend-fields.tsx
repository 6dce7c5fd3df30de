// The fields of a backend: its name, its kind, its auth profile, and the settings of the kind.

import { useId } from "preact/hooks";
import { backendKinds, profiles } from "../../api/catalog.js";
import { settingsSchema } from "../../dialect/schema.js";
import { FormToolsContext, type FormTools } from "../../dialect/tools.js";
import type { Fault } from "../../dialect/values.js";
import { Fields } from "../../form/fields.js";
import { valuesOf, withValues, type BackendDraft } from "./backend-draft.js";
import { Choice } from "../../parts/choice.js";
import { TextInput } from "../../parts/text-input.js";

interface BackendFieldsProps {
  readonly draft: BackendDraft;
  readonly isNew: boolean;
  readonly faults: readonly Fault[];
  /** Why the name is refused. */
  readonly nameFault?: string | undefined;
  /** JSON pointers of what is not saved; none for a new backend. */
  readonly unsaved?: readonly string[];
  readonly onChange: (draft: BackendDraft) => void;
}

const searchChoices: FormTools["searchChoices"] = () => Promise.resolve([]);

function NameField({ draft, nameFault, onChange }: BackendFieldsProps) {
  const id = useId();
  return (
    <div class="field wide">
      <label for={id}>Name</label>
      <TextInput
        id={id}
        spellcheck={false}
        value={draft.name}
        placeholder="studio"
        aria-invalid={nameFault !== undefined}
        aria-describedby={`${id}-about`}
        onText={(typed) => {
          onChange({ ...draft, name: typed });
        }}
      />
      {nameFault !== undefined && (
        <p class="fault" role="alert">
          {nameFault}
        </p>
      )}
      <p class="description" id={`${id}-about`}>
        Letters, digits and _ . -
      </p>
    </div>
  );
}

export function BackendFields(props: BackendFieldsProps) {
  const { draft, isNew, faults, unsaved = [], onChange } = props;
  const isUnsavedField = (pointer: string): boolean => unsaved.includes(`/values/${draft.kind}${pointer}`);
  const id = useId();
  const kinds = backendKinds.state.value.value ?? [];
  const kind = kinds.find((one) => one.id === draft.kind);
  const known = profiles.state.value.value ?? [];
  return (
    <>
      <div class="fields">
        {isNew && <NameField {...props} />}
        <div class="field">
          <label for={`${id}-kind`}>Kind</label>
          <Choice
            id={`${id}-kind`}
            value={draft.kind}
            choices={kinds.map((one) => [one.id, one.title])}
            unknown={`${draft.kind} (no plugin offers it)`}
            onChange={(chosen) => {
              onChange({ ...draft, kind: chosen });
            }}
          />
        </div>
        <div class="field">
          <label for={`${id}-auth`}>Auth profile</label>
          <Choice
            id={`${id}-auth`}
            value={draft.auth}
            choices={[["", "None"], ...known.map(({ name, title }) => [name, `${name} · ${title}`] as const)]}
            unknown={`${draft.auth} (no such profile)`}
            onChange={(chosen) => {
              onChange({ ...draft, auth: chosen });
            }}
          />
          <p class="description">
            A profile has the credentials. <a href="#/request/auth">Make a profile</a>
          </p>
        </div>
      </div>
      {kind !== undefined && (
        <FormToolsContext.Provider value={{ searchChoices, takesSecrets: true, isUnsaved: isUnsavedField }}>
          <Fields
            key={kind.id}
            schema={settingsSchema(kind.settings)}
            values={valuesOf(draft)}
            faults={faults}
            onChange={(values) => {
              onChange(withValues(draft, values));
            }}
          />
        </FormToolsContext.Provider>
      )}
    </>
  );
}
