// The dialogs for a dropped file without settings: nothing can be done with it, or a workflow can start from the image.

import type { ShownError } from "../api/errors.js";
import { AttemptNote } from "../parts/attempt-note.js";
import { useBlobAddress } from "../parts/blob-address.js";
import { Dialog } from "../parts/dialog.js";
import { ErrorNote } from "../parts/error-note.js";
import type { Closable } from "../shell/open-dialog.js";
import { imageAction } from "./actions.js";
import { SendMenu } from "./image-actions.js";

interface RefusedProps extends Closable {
  /** Why there are no settings. */
  readonly error: ShownError;
}

export const Refused = ({ error, onClose }: RefusedProps) => (
  <Dialog title="The form is as it was" onClose={onClose}>
    <ErrorNote error={error} />
  </Dialog>
);

interface DroppedProps extends RefusedProps {
  readonly file: File;
}

export function Dropped({ file, error: { text, hint }, onClose }: DroppedProps) {
  const address = useBlobAddress(file);
  return (
    <Dialog title="No settings in this image" onClose={onClose}>
      <div class="stack">
        <img class="dropped-image" src={address} alt={file.name} />
        <p>{text}</p>
        {hint !== undefined && <p class="muted">{hint}</p>}
        <AttemptNote of={imageAction} />
        <div class="row">
          <SendMenu label="Use as image…" load={() => Promise.resolve(file)} onSent={onClose} />
        </div>
      </div>
    </Dialog>
  );
}
