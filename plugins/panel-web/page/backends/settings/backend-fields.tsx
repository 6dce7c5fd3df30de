// The fields of a backend: its name, its kind, its auth profile, and the settings of the kind.

import { backendKinds, profiles } from "../../api/catalog.js";
import { settingsSchema } from "../../dialect/schema.js";
import { FormToolsContext } from "../../dialect/tools.js";
import type { Fault } from "../../dialect/values.js";
import { Fields } from "../../form/fields.js";
import { valuesOf, withValues, type BackendDraft } from "./backend-draft.js";
import { ChoiceField, InputField } from "../../parts/field.js";

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

export function BackendFields(props: BackendFieldsProps) {
  const { draft, isNew, faults, nameFault, unsaved = [], onChange } = props;
  const isUnsavedField = (pointer: string): boolean => unsaved.includes(`/values/${draft.kind}${pointer}`);
  const kinds = backendKinds.state.value.value ?? [];
  const kind = kinds.find((one) => one.id === draft.kind);
  const known = profiles.state.value.value ?? [];
  return (
    <>
      <div class="fields">
        {isNew && (
          <InputField
            label="Name"
            fieldLook="wide"
            fault={nameFault}
            about="Letters, digits and _ . -"
            spellcheck={false}
            value={draft.name}
            placeholder="studio"
            onText={(name) => onChange({ ...draft, name })}
          />
        )}
        <ChoiceField
          label="Kind"
          value={draft.kind}
          choices={kinds.map((one) => [one.id, one.title])}
          unknown={`${draft.kind} (no plugin offers it)`}
          onChange={(chosen) => onChange({ ...draft, kind: chosen })}
        />
        <ChoiceField
          label="Auth profile"
          about={
            <>
              A profile has the credentials. <a href="#/request/auth">Make a profile</a>
            </>
          }
          value={draft.auth}
          choices={[["", "None"], ...known.map(({ name, title }) => [name, `${name} · ${title}`] as const)]}
          unknown={`${draft.auth} (no such profile)`}
          onChange={(auth) => onChange({ ...draft, auth })}
        />
      </div>
      {kind !== undefined && (
        <FormToolsContext.Provider value={{ takesSecrets: true, isUnsaved: isUnsavedField }}>
          <Fields
            key={kind.id}
            schema={settingsSchema(kind.settings)}
            values={valuesOf(draft)}
            faults={faults}
            onChange={(values) => onChange(withValues(draft, values))}
          />
        </FormToolsContext.Provider>
      )}
    </>
  );
}
