// The view "Request".

import { ViewFrame } from "../shell/view-frame.js";

export function RequestView() {
  return <ViewFrame title="Request">{null}</ViewFrame>;
}
