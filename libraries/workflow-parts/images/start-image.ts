// An image in place of the empty latent as the start of sampling, scaled to the requested size.

import type { Size } from "@pictor/images/formats";
import type { TypedLink } from "@pictor/kernel/plugin";
import type { CoreGraphEditor } from "../core-graph.js";
import { scalePrimary } from "../upscale/scale-primary.js";

/**
 * Makes the image the primary and `requested` the draft's size. An image of another size is scaled first, by
 * nearest-exact, which adds no new colors. The settings for the size are called `width` and `height`.
 */
export function startFromImage(
  graph: CoreGraphEditor,
  image: TypedLink<"IMAGE">,
  actual: Size,
  requested: Size,
): void {
  graph.set({ primary: { link: image, type: "IMAGE" }, size: requested });
  if (actual.width === requested.width && actual.height === requested.height) return;
  scalePrimary(graph, {
    prefix: "Sampler_ScalePrimary",
    method: { kind: "interpolation", method: "nearest-exact" },
    ...requested,
    origins: { width: "width", height: "height" },
  });
}

/**
 * The requested size. A side that is not requested follows from the proportions of the image; if neither side is
 * requested, the size is that of the image.
 */
export function resolveImageSize(actual: Size, { width, height }: Partial<Size>): Size {
  if (width !== undefined && height !== undefined) return { width, height };
  const scaled = (side: number, factor: number): number => Math.max(1, Math.round(side * factor));
  if (width !== undefined) return { width, height: scaled(actual.height, width / actual.width) };
  if (height !== undefined) return { width: scaled(actual.width, height / actual.height), height };
  return actual;
}
