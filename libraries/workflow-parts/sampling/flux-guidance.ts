// Guidance embedded in the positive conditioning, as guidance-distilled models such as Flux expect it.

import type { TypedLink, Sampling } from "@pictor/kernel/plugin";
import type { CoreGraphEditor } from "../core-graph.js";

/** Adds FluxGuidance. */
export const addFluxGuidance = (
  graph: CoreGraphEditor,
  conditioning: TypedLink<"CONDITIONING">,
  guidance: number,
): TypedLink<"CONDITIONING"> =>
  graph.add("FluxGuidance", { conditioning, guidance }, { origins: { guidance: "guidance" } }).out();

/** The cfg of a sampler node: 1 with embedded guidance, because both together would amplify the prompt twice. */
export const effectiveCfg = ({ cfg, guidance }: Pick<Sampling, "cfg" | "guidance">): number =>
  guidance === undefined ? cfg : 1;
