// The actions on a profile as a whole: undo its last change, or delete it.

import type { Profile } from "@pictor/client";
import { useState } from "preact/hooks";
import { profiles } from "../../api/catalog.js";
import { calls } from "../../api/session.js";
import { ConfirmDialog } from "../../parts/confirm.js";
import { ErrorNote } from "../../parts/error-note.js";
import { Menu } from "../../parts/menu.js";
import { showToast } from "../../parts/toasts.js";
import { useAttempt } from "../../parts/use-attempt.js";
import { editRequest, request } from "../draft/current-request.js";
import { profileDrafts } from "./profile-drafts.js";
import { undoChange } from "./profile-operations.js";

async function remove({ name }: Profile): Promise<void> {
  const { notes } = await calls().deleteProfile({ params: { name } });
  profileDrafts.revert(name);
  const { profile, isOn } = request.value.auth;
  if (profile === name) editRequest({ auth: { type: "none", isOn } });
  await profiles.load();
  showToast(notes.join(" "));
}

export function DeleteProfile({ profile }: { readonly profile: Profile }) {
  const [isAsking, setAsking] = useState(false);
  const { error, attempt } = useAttempt();
  const close = (): void => {
    setAsking(false);
  };
  return (
    <>
      <Menu
        name={`More for ${profile.name}`}
        label="•••"
        look="button link more"
        items={[
          {
            ...{ id: "undo", text: "Undo the last change" },
            run: () => {
              void attempt(async () => {
                showToast((await undoChange(profile)).join(" "));
              });
            },
          },
          {
            ...{ id: "delete", text: "Delete the profile…" },
            run: () => {
              setAsking(true);
            },
          },
        ]}
      />
      {error !== undefined && <ErrorNote error={error} />}
      {isAsking && (
        <ConfirmDialog
          title={`Delete the profile ${profile.name}?`}
          action="Delete"
          onClose={close}
          onConfirm={() => {
            close();
            void attempt(() => remove(profile));
          }}
        >
          <p>Its tokens are deleted, and the secrets that only it uses.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
