// The settings of add-ons that scale: a factor, and an interpolation or an upscale model.

import type { GraphEditor } from "@pictor/kernel/plugin";
import { scaledSize, upscaled, type ScaleMethod } from "./upscaled.js";

export interface ScaleSettings {
  readonly scale: number;
  readonly method: ScaleMethod;
  /** File of an upscale model, in place of an interpolation. */
  readonly model?: string;
}

/** A factor this near to 1 changes nothing that could be seen. */
const nothing = 0.005;

/** Scales the primary by the settings; not at all by a factor of 1. `prefix` begins the ids of its nodes. */
export function scaledBy(graph: GraphEditor, prefix: string, { scale, method, model }: ScaleSettings): void {
  const { size } = graph.draft;
  if (size === undefined) throw new TypeError("the draft has no size; the phase prepare must set it");
  if (Math.abs(scale - 1) < nothing) return;
  upscaled(graph, {
    prefix,
    method: model === undefined ? { kind: "latent", method } : { kind: "model", file: model },
    ...scaledSize(size, scale),
    origins: { method: "method", file: "model", width: "scale", height: "scale" },
  });
}
