// Guidance that is embedded in the positive conditioning, as models distilled for it want it (Flux).

import type { LinkOf } from "@pictor/kernel/plugin";
import type { CoreGraph } from "../core-graph.js";

/** Adds FluxGuidance. */
export const withGuidance = (
  graph: CoreGraph,
  conditioning: LinkOf<"CONDITIONING">,
  guidance: number,
): LinkOf<"CONDITIONING"> =>
  graph.add("FluxGuidance", { conditioning, guidance }, { origins: { guidance: "guidance" } }).out();
