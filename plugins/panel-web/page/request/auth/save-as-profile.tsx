// Makes a profile from the fields of this request. Typed secrets are moved from the page to the secret store of the server.

import { useId, useState } from "preact/hooks";
import { profiles } from "../../api/catalog.js";
import { shownError, type ShownError } from "../../api/errors.js";
import { calls } from "../../api/session.js";
import type { Values } from "../../dialect/values.js";
import { Button } from "../../parts/button.js";
import { ErrorNote } from "../../parts/error-note.js";
import { editRequest, inlineAuth, request } from "../draft/current-request.js";
import { storeAs } from "./auth-form.js";
import { schemeOf } from "./chosen-auth.js";
import { mapSecrets } from "./profile-draft.js";
import { TextInput } from "../../parts/text-input.js";

/** Stores the typed secrets. Resolves to the fields with references in place of the secrets. */
async function withReferences(profile: string, scheme: string, values: Values): Promise<Values> {
  const found: { readonly pointer: string; readonly value: string }[] = [];
  const settings = schemeOf(scheme)?.settings;
  mapSecrets(values, settings, (value, pointer) => found.push({ pointer, value }));
  const references = new Map<string, unknown>();
  for (const { pointer, value } of found)
    references.set(pointer, await storeAs(profile, scheme, pointer, value));
  return mapSecrets(values, settings, (_value, pointer) => references.get(pointer)) as Values;
}

async function save(name: string): Promise<void> {
  const { auth } = request.value;
  const typed = inlineAuth.value;
  const used = Object.entries(typed).filter(([id]) => schemeOf(id) !== undefined);
  const schemes: Record<string, Values> = {};
  for (const [id, values] of used) schemes[id] = await withReferences(name, id, values);
  await calls().saveProfile({ params: { name }, body: { type: auth.type, schemes } });
  await profiles.load();
  // What the user has typed or chosen meanwhile stays.
  if (inlineAuth.value === typed) inlineAuth.value = {};
  if (request.value.auth === auth) editRequest({ auth: { type: "none", profile: name, isOn: true } });
}

export function SaveAsProfile() {
  const id = useId();
  const [name, setName] = useState("");
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<ShownError>();
  const isTaken = profiles.state.value.value?.some((profile) => profile.name === name) ?? false;
  const submit = (): void => {
    if (name === "" || isTaken || isSaving) return;
    setSaving(true);
    setError(undefined);
    save(name).then(
      () => undefined,
      (reason: unknown) => {
        setSaving(false);
        setError(shownError(reason));
      },
    );
  };
  return (
    <div class="field save-as">
      <label for={id}>Save as profile</label>
      <div class="row">
        <TextInput
          id={id}
          look="grow"
          placeholder="Name, such as work"
          autocomplete="off"
          spellcheck={false}
          aria-describedby={`${id}-about`}
          value={name}
          onText={(typed) => {
            setName(typed.trim());
          }}
          onEnter={submit}
        />
        <Button disabled={name === "" || isTaken || isSaving} onClick={submit}>
          Save
        </Button>
      </div>
      <p class={isTaken ? "fault" : "description"} id={`${id}-about`}>
        {isTaken
          ? `There is a profile ${name} already.`
          : "Its secrets go into the store of the server. Every request and backend can then use it."}
      </p>
      {error !== undefined && <ErrorNote error={error} />}
    </div>
  );
}
