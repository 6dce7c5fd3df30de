// The dialogs of the gallery, which lie above the view. A view with the gallery renders this component once, even while
// the gallery is hidden.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { features, workflows } from "../api/catalog.js";
import { imageAction } from "./actions.js";
import { ImageDrop } from "./image-drop.js";
import { galleryOverlay, maskDialog, type GalleryOverlay as Shown } from "./overlay.js";

export function GalleryOverlay() {
  const [Overlay, setOverlay] = useState<ComponentType<{ readonly overlay: Shown }>>();
  const overlay = galleryOverlay.value;
  const isWanted = overlay !== undefined;
  useEffect(() => {
    if (!isWanted) return;
    imageAction.forget();
    for (const each of [workflows, features]) void each.need();
    if (Overlay === undefined)
      void imageAction.run(async () => {
        const code = await import("./overlays.js");
        setOverlay(() => code.Overlay);
      });
  }, [isWanted]);
  return (
    <>
      <ImageDrop />
      {overlay !== undefined && Overlay !== undefined && <Overlay overlay={overlay} />}
      {maskDialog.value}
    </>
  );
}
