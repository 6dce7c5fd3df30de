// Makes a profile from the fields of this request. Typed secrets are moved from the page to the secret store of the server.

import { useState } from "preact/hooks";
import { profiles } from "../../api/catalog.js";
import { Button } from "../../parts/button.js";
import { Field } from "../../parts/field.js";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { editRequest, inlineAuth, request } from "../draft/current-request.js";
import { schemeOf, usedDraft } from "./chosen-auth.js";
import { asTyped } from "./profile-draft.js";
import { writeProfile } from "./profile-drafts.js";
import { TextInput } from "../../parts/text-input.js";

/** Saves what the form shows: the chosen scheme and its fields, and nothing of other schemes. */
async function save(name: string): Promise<void> {
  const { auth } = request.value;
  const typed = inlineAuth.value;
  const settings = schemeOf(auth.type)?.settings;
  await writeProfile(
    name,
    usedDraft((values) => asTyped(values, settings)),
  );
  const { [auth.type]: _saved, ...others } = typed;
  // What the user has typed or chosen meanwhile stays.
  if (inlineAuth.value === typed) inlineAuth.value = others;
  if (request.value.auth === auth) editRequest({ auth: { type: "none", profile: name, isOn: true } });
}

export function SaveAsProfile() {
  const [name, setName] = useState("");
  const attempt = useAttempt();
  const isTaken = profiles.state.value.value?.some((profile) => profile.name === name) ?? false;
  const submit = (): void => {
    if (name !== "" && !isTaken && !attempt.isBusy) void attempt.run(() => save(name));
  };
  return (
    <>
      <Field
        label="Save as profile"
        look="save-as"
        fault={isTaken ? `There is already a profile ${name}.` : undefined}
        about="Its secrets go into the store of the server. Every request and backend can then use it."
      >
        {(control) => (
          <div class="row">
            <TextInput
              {...control}
              look="grow"
              placeholder="Name, such as work"
              spellcheck={false}
              value={name}
              onText={(typed) => setName(typed.trim())}
              onEnter={submit}
            />
            <Button disabled={name === "" || isTaken || attempt.isBusy} onClick={submit}>
              Save
            </Button>
          </div>
        )}
      </Field>
      <AttemptNote of={attempt} />
    </>
  );
}
