// The latent that text to image starts from, as data: add-ons may still put another in its place.

import type { NodeRecipe } from "@pictor/kernel/plugin";
import type { EmptyLatentClass } from "../models/profiles.js";

export interface LatentSize {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly batchSize: number;
}

/** A recipe for `draft.latent`; its settings are called `width`, `height` and `batchSize`. */
export const emptyLatent = (
  nodeClass: EmptyLatentClass,
  { width, height, batchSize }: LatentSize,
): NodeRecipe => ({
  class: nodeClass,
  inputs: { width, height, batch_size: batchSize },
  origins: { width: "width", height: "height", batch_size: "batchSize" },
});
