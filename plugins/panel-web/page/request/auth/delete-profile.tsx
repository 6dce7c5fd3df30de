// The actions on a profile as a whole: undo its last change, or delete it. The view "Backends" deletes one by the same question.

import type { Profile } from "@pictor/client";
import { useState } from "preact/hooks";
import { profiles } from "../../api/catalog.js";
import { calls } from "../../api/session.js";
import { ConfirmDialog } from "../../parts/confirm.js";
import { Menu } from "../../parts/menu.js";
import { showToast } from "../../parts/toasts.js";
import { useAttempt, type Attempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { editRequest, request } from "../draft/current-request.js";
import { profileDrafts } from "./profile-drafts.js";
import { undoChange } from "./profile-operations.js";

async function remove(name: string): Promise<void> {
  const { notes } = await calls().deleteProfile({ params: { name } });
  profileDrafts.revert(name);
  const { profile, isOn } = request.value.auth;
  if (profile === name) editRequest({ auth: { type: "none", isOn } });
  await profiles.load();
  showToast(notes.join(" "));
}

interface DeleteDialogProps {
  readonly name: string;
  readonly attempt: Attempt;
  readonly onClose: () => void;
}

export function DeleteDialog({ name, attempt, onClose }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={`Delete the profile ${name}?`}
      action="Delete"
      onClose={onClose}
      onConfirm={() => {
        onClose();
        void attempt.run(() => remove(name));
      }}
    >
      <p>Its tokens are deleted, and the secrets that only it uses.</p>
    </ConfirmDialog>
  );
}

export function DeleteProfile({ profile }: { readonly profile: Profile }) {
  const [isAsking, setAsking] = useState(false);
  const attempt = useAttempt();
  return (
    <>
      <Menu
        name={`More for ${profile.name}`}
        label="•••"
        look="button link more"
        items={[
          {
            id: "undo",
            text: "Undo the last change",
            run: () => {
              void attempt.run(async () => {
                showToast((await undoChange(profile)).join(" "));
              });
            },
          },
          {
            id: "delete",
            text: "Delete the profile…",
            run: () => {
              setAsking(true);
            },
          },
        ]}
      />
      <AttemptNote of={attempt} />
      {isAsking && (
        <DeleteDialog
          {...{ name: profile.name, attempt }}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </>
  );
}
