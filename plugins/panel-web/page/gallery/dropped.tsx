// The dialog for a dropped image without settings: the user can start a workflow from the image.

import type { ShownError } from "../api/errors.js";
import { useBlobAddress } from "../parts/blob-address.js";
import { Dialog } from "../parts/dialog.js";
import { AttemptNote } from "../parts/attempt-note.js";
import { imageAction } from "./actions.js";
import { SendMenu } from "./image-actions.js";

interface DroppedProps {
  readonly file: File;
  /** Why there are no settings. */
  readonly error: ShownError;
  readonly onClose: () => void;
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
