// The fields of the chosen scheme, either of a profile or of this request alone.

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { Profile, ProfileAction, SettingsSchema } from "@pictor/client";
import { partsOf, pointerTo } from "../../api/pointers.js";
import { settingsSchema } from "../../dialect/schema.js";
import { FormToolsContext, type FormTools } from "../../dialect/tools.js";
import { Fields } from "../../form/fields.js";
import { Button } from "../../parts/button.js";
import { chosenDraft, chosenScheme, draftCheck, editFields, unsavedChanges } from "./chosen-auth.js";
import { VariableInput } from "../variables/variable-input.js";
import { fieldsOf, schemeFaults } from "./profile-draft.js";
import { operationOf, runAction } from "./profile-operations.js";

/** The actions that take the text of a field. Each is shown beside its field. */
export function fieldActions(
  { actions }: Pick<Profile, "actions">,
  { properties }: SettingsSchema,
): ReadonlyMap<string, ProfileAction> {
  const pairs = actions.flatMap((action): readonly (readonly [string, ProfileAction])[] => {
    const field = Object.keys(properties).find((name) => properties[name]?.title === action.input?.title);
    return field === undefined || action.input?.secret === true ? [] : [[field, action]];
  });
  return new Map(pairs);
}

interface BesideProps {
  readonly profile: Profile;
  readonly action: ProfileAction;
  readonly text: unknown;
}

function FieldAction({ profile, action, text }: BesideProps): ComponentChildren {
  const isRunning = operationOf(profile.name)?.state === "running";
  const input = typeof text === "string" ? text.trim() : "";
  return (
    <Button
      look="link"
      disabled={input === "" || isRunning}
      onClick={() => void runAction(profile, action.id, input)}
    >
      {action.title}
    </Button>
  );
}

export function AuthForm({ state }: { readonly state: Profile | undefined }) {
  const draft = chosenDraft.value;
  const scheme = chosenScheme.value;
  const schema = scheme && settingsSchema(scheme.settings);
  const values = fieldsOf(draft, draft.type);
  const unsaved = new Set(unsavedChanges.value);
  const beside = useMemo(
    () =>
      state === undefined || schema === undefined
        ? new Map<string, ProfileAction>()
        : fieldActions(state, schema),
    [state, schema],
  );
  if (schema === undefined) return null;
  const tools: FormTools = {
    takesSecrets: true,
    Text: VariableInput,
    isUnsaved: (pointer) => unsaved.has(pointerTo("/schemes", draft.type) + pointer),
    besideLabel: (pointer) => {
      const [name = ""] = partsOf(pointer);
      const action = beside.get(name);
      return (
        action !== undefined &&
        state !== undefined && <FieldAction {...{ profile: state, action }} text={values[name]} />
      );
    },
  };
  return (
    <FormToolsContext.Provider value={tools}>
      <Fields
        schema={schema}
        values={values}
        faults={schemeFaults(draftCheck.value?.faults ?? [], draft.type)}
        onChange={(next) => editFields(draft.type, next)}
      />
    </FormToolsContext.Provider>
  );
}
