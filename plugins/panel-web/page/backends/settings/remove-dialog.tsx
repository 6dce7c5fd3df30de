// Removes a backend from the configuration after a confirmation.

import { backends } from "../../api/catalog.js";
import { calls } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { ErrorNote } from "../../parts/error-note.js";
import { showToast } from "../../parts/toasts.js";
import { useAttempt } from "../../parts/use-attempt.js";
import { listHref } from "../data/parse-place.js";
import { backendDrafts } from "./kept-drafts.js";

interface RemoveDialogProps {
  readonly name: string;
  readonly onClose: () => void;
}

export function RemoveDialog({ name, onClose }: RemoveDialogProps) {
  const { error, attempt } = useAttempt();
  const remove = async (): Promise<void> => {
    await calls().deleteBackend({ params: { name } });
    backendDrafts.revert(name);
    onClose();
    location.hash = listHref;
    showToast(`${name} is no longer in the configuration.`);
    await backends.load();
  };
  return (
    <Dialog title={`Remove ${name}?`} onClose={onClose}>
      <div class="stack">
        <p>Its entry is deleted from the configuration. Its files and its server stay as they are.</p>
        {error !== undefined && <ErrorNote error={error} />}
        <div class="row wrap">
          <Button look="danger" onClick={() => void attempt(remove)}>
            Remove
          </Button>
          <Button autofocus onClick={onClose}>
            Keep it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
