// The view "Backends".

import { ViewFrame } from "../shell/view-frame.js";

export function BackendsView() {
  return <ViewFrame title="Backends">{null}</ViewFrame>;
}
