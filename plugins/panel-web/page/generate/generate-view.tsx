// The view "Generate".

import { ViewFrame } from "../shell/view-frame.js";

export function GenerateView() {
  return <ViewFrame title="Generate">{null}</ViewFrame>;
}
