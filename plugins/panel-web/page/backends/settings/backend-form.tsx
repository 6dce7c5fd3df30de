// The form of a backend: its name, its kind, its auth profile, the settings of the kind, and a test of its connection.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { backendKinds, profiles } from "../../api/catalog.js";
import { besideFields } from "../../api/errors.js";
import { settingsSchema } from "../../dialect/schema.js";
import { FormToolsContext } from "../../dialect/tools.js";
import { Fields } from "../../form/fields.js";
import { valuesOf, withValues, type BackendDraft } from "./backend-draft.js";
import type { Attempt } from "../../parts/attempt.js";
import { WaitNote } from "../../parts/attempt-note.js";
import { ErrorNote } from "../../parts/error-note.js";
import { ChoiceField, InputField } from "../../parts/field.js";
import { Form } from "../../parts/form.js";
import { ConnectionTest } from "./connection-test.js";

/** The error of a name, which the field of the name shows. */
export const nameRefused = "BACKEND_NAME_INVALID";

interface BackendFormProps {
  readonly draft: BackendDraft;
  /** The attempt to save it. */
  readonly attempt: Attempt;
  readonly isNew?: boolean;
  /** Why the name is refused. */
  readonly nameFault?: string | undefined;
  /** JSON pointers of what is not saved; none for a new backend. */
  readonly unsaved?: readonly string[];
  readonly onChange: (draft: BackendDraft) => void;
  readonly onSubmit: () => void;
  /** What can be done with it. */
  readonly children: ComponentChildren;
}

function BackendFields(props: BackendFormProps) {
  const { draft, attempt, isNew = false, nameFault, unsaved = [], onChange } = props;
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
              A profile has the credentials. <a href="#/request/auth">Create a profile</a>
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
            faults={attempt.error?.faults ?? []}
            onChange={(values) => onChange(withValues(draft, values))}
          />
        </FormToolsContext.Provider>
      )}
    </>
  );
}

/** The first faulty field gets the focus when the settings were refused. */
export function BackendForm(props: BackendFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { draft, attempt, onSubmit, children } = props;
  const { error } = attempt;
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return (
    <Form look="stack narrow" elementRef={form} onSubmit={onSubmit}>
      <BackendFields {...props} />
      {error !== undefined && error.code !== nameRefused && <ErrorNote error={besideFields(error)} />}
      <ConnectionTest draft={draft} />
      <WaitNote of={attempt} />
      {children}
    </Form>
  );
}
