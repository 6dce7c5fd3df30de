// Finds the field of a workflow that takes an image to start from.

import type { Workflow } from "@pictor/client";
import { isPath, settingsSchema } from "../dialect/schema.js";

export interface ImageField {
  readonly name: string;
  /** Whether the field takes several images. */
  readonly isList: boolean;
  /** Names of all fields of the workflow. */
  readonly names: readonly string[];
}

/** The field: a file named `image`, or a list of files named `images`; undefined if the workflow has neither. */
export function imageFieldOf({ params }: Pick<Workflow, "params">): ImageField | undefined {
  const { properties } = settingsSchema(params);
  const names = Object.keys(properties);
  const { image, images } = properties;
  if (isPath(image)) return { name: "image", isList: false, names };
  return images?.type === "array" && isPath(images.items)
    ? { name: "images", isList: true, names }
    : undefined;
}
