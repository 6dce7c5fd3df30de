// The empty latent of text to image as a recipe: the recipe stays data until sampling, so that a feature can replace it.

import type { NodeSpec } from "@pictor/kernel/plugin";
import type { EmptyLatentClass } from "../models/families.js";
import { inputsFromSettings } from "../setting-inputs.js";

/** Size of the images, and number of images in a batch. */
export interface LatentSize {
  /** Width in pixels. */
  readonly width: number;
  /** Height in pixels. */
  readonly height: number;
  /** Images in one run. */
  readonly batchSize: number;
}

/** A recipe for `draft.latent`; the settings behind it are called `width`, `height` and `batchSize`. */
export const emptyLatentRecipe = (nodeClass: EmptyLatentClass, size: LatentSize): NodeSpec => ({
  class: nodeClass,
  ...inputsFromSettings(size, { width: "width", height: "height", batch_size: "batchSize" }),
});
