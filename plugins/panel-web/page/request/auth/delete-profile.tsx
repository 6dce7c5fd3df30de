// The actions on a profile as a whole: undo its last change, or delete it. The view "Backends" deletes one by the same question.

import type { Profile } from "@pictor/client";
import { useState } from "preact/hooks";
import { profiles } from "../../api/catalog.js";
import { calls } from "../../api/session.js";
import { ConfirmDialog } from "../../parts/confirm.js";
import { Menu } from "../../parts/menu.js";
import { showToast } from "../../parts/toasts.js";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { editRequest, request } from "../draft/current-request.js";
import { profileDrafts } from "./profile-drafts.js";
import { undoChange } from "./profile-operations.js";

export async function deleteProfile(name: string): Promise<void> {
  const { notes } = await calls().deleteProfile({ params: { name } });
  profileDrafts.revert(name);
  const { profile, isOn } = request.value.auth;
  if (profile === name) editRequest({ auth: { type: "none", isOn } });
  await profiles.load();
  showToast(notes.join(" "));
}

/** What a deletion asks. */
export const deleteQuestion = (name: string) => ({
  title: `Delete the profile ${name}?`,
  action: "Delete",
  children: <p>Its tokens are deleted, and the secrets that only it uses.</p>,
});

export function DeleteProfile({ profile }: { readonly profile: Profile }) {
  const [isAsking, setAsking] = useState(false);
  const attempt = useAttempt();
  const close = (): void => setAsking(false);
  return (
    <>
      <Menu
        name={`More for ${profile.name}`}
        label="•••"
        look="button link"
        items={[
          {
            id: "undo",
            text: "Undo the last change",
            run: () => void attempt.run(() => undoChange(profile)),
          },
          { id: "delete", text: "Delete the profile…", run: () => setAsking(true) },
        ]}
      />
      <AttemptNote of={attempt} />
      {isAsking && (
        <ConfirmDialog
          {...deleteQuestion(profile.name)}
          onClose={close}
          onConfirm={() => {
            close();
            void attempt.run(() => deleteProfile(profile.name));
          }}
        />
      )}
    </>
  );
}
