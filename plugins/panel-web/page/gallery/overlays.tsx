// The dialogs of the gallery. Their code is loaded when the first one is opened.

import { Compare } from "./compare.js";
import { Dialog } from "../parts/dialog.js";
import { ErrorNote } from "../parts/error-note.js";
import { Dropped } from "./dropped.js";
import { closeOverlay, type GalleryOverlay } from "./overlay.js";
import { ResultViewer } from "./result-viewer.js";
import { Viewer } from "./viewer.js";

export function Overlay({ overlay }: { readonly overlay: GalleryOverlay }) {
  if (overlay.kind === "compare")
    return <Compare one={overlay.one} other={overlay.other} onClose={closeOverlay} />;
  if (overlay.kind === "result") return <ResultViewer {...overlay} onClose={closeOverlay} />;
  if (overlay.kind === "refused")
    return (
      <Dialog title="The form is as it was" onClose={closeOverlay}>
        <ErrorNote error={overlay.error} />
      </Dialog>
    );
  if (overlay.kind === "dropped")
    return <Dropped file={overlay.file} error={overlay.error} onClose={closeOverlay} />;
  return <Viewer onClose={closeOverlay} />;
}
