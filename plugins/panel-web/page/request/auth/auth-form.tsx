// The fields of the chosen scheme, either of a profile or of this request alone.

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { Profile, ProfileAction } from "@pictor/client";
import { calls } from "../../api/session.js";
import { settingsSchema, type SettingsSchema } from "../../dialect/schema.js";
import { FormToolsContext, type FormTools } from "../../dialect/tools.js";
import { Fields } from "../../form/fields.js";
import { Button } from "../../parts/button.js";
import { inlineAuth } from "../draft/current-request.js";
import { chosenDraft, chosenScheme, draftCheck } from "./chosen-auth.js";
import { VariableInput } from "../variables/variable-input.js";
import { fieldsOf, schemeFaults, secretName, withFields } from "./profile-draft.js";
import { editProfile, shownDraft } from "./profile-edits.js";
import { operationOf, runAction } from "./profile-operations.js";

/** A random suffix of letters and digits, without those that look alike. */
export const randomSuffix = (): string =>
  [...crypto.getRandomValues(new Uint8Array(6))]
    .map((byte) => "23456789abcdefghjkmnpqrstuvwxyz"[byte % 31] ?? "")
    .join("");

/** Stores a secret under a name made of its profile, scheme and field. */
export async function storeAs(profile: string, scheme: string, pointer: string, value: string) {
  const name = secretName(profile, scheme, pointer, randomSuffix());
  await calls().writeSecret({ params: { name }, body: { value } });
  return { $secret: name };
}

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

const noChoices: FormTools["searchChoices"] = () => Promise.resolve([]);

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
      onClick={() => {
        void runAction(profile, action.id, input);
      }}
    >
      {action.title}
    </Button>
  );
}

export function AuthForm({ profile }: { readonly profile: Profile | undefined }) {
  const draft = chosenDraft.value;
  const scheme = chosenScheme.value;
  const schema = scheme && settingsSchema(scheme.settings);
  const values = fieldsOf(draft, draft.type);
  const beside = useMemo(
    () =>
      profile === undefined || schema === undefined
        ? new Map<string, ProfileAction>()
        : fieldActions(profile, schema),
    [profile, schema],
  );
  if (schema === undefined) return null;
  const tools: FormTools =
    profile === undefined
      ? { searchChoices: noChoices, holdsSecrets: true, Text: VariableInput }
      : {
          searchChoices: noChoices,
          Text: VariableInput,
          storeSecret: (pointer, value) => storeAs(profile.name, draft.type, pointer, value),
          besideLabel: (pointer) => {
            const action = beside.get(pointer.slice(1));
            return (
              action !== undefined && <FieldAction {...{ profile, action }} text={values[pointer.slice(1)]} />
            );
          },
        };
  return (
    <FormToolsContext.Provider value={tools}>
      <Fields
        schema={schema}
        values={values}
        faults={schemeFaults(draftCheck.value?.faults ?? [], draft.type)}
        onChange={(next) => {
          if (profile === undefined) inlineAuth.value = { ...inlineAuth.value, [draft.type]: next };
          else editProfile(profile, withFields(shownDraft(profile), draft.type, next));
        }}
      />
    </FormToolsContext.Provider>
  );
}
