// The view "Generate".

import { Gallery } from "../gallery/gallery.js";
import { ViewFrame } from "../shell/view-frame.js";

export function GenerateView() {
  return (
    <ViewFrame title="Generate">
      <Gallery />
    </ViewFrame>
  );
}
