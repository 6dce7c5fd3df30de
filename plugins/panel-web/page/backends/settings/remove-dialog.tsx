// Removes a backend from the configuration after a confirmation.

import { backends } from "../../api/catalog.js";
import { calls } from "../../api/session.js";
import { ConfirmDialog } from "../../parts/confirm.js";
import { showToast } from "../../parts/toasts.js";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { listHref } from "../data/parse-place.js";
import { backendDrafts } from "./kept-drafts.js";

interface RemoveDialogProps {
  readonly name: string;
  readonly onClose: () => void;
}

export function RemoveDialog({ name, onClose }: RemoveDialogProps) {
  const attempt = useAttempt();
  const remove = async (): Promise<void> => {
    await calls().deleteBackend({ params: { name } });
    backendDrafts.revert(name);
    onClose();
    location.hash = listHref;
    showToast(`${name} is no longer in the configuration.`);
    await backends.load();
  };
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      action="Remove"
      onClose={onClose}
      onConfirm={() => void attempt.run(remove)}
    >
      <p>Its entry is deleted from the configuration. Its files and its server stay as they are.</p>
      <AttemptNote of={attempt} />
    </ConfirmDialog>
  );
}
