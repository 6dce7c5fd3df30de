// The size of an edited image: the requested one, else the size of the first reference image scaled to about a megapixel.

import type { Size } from "@pictor/workflow-parts";

/** The step of a side in pixels. The models accept sizes in these steps, and the scaling node rounds to them. */
export const sizeStep = 16;
const megapixel = 1024 * 1024;
const defaultSize: Size = { width: 1024, height: 1024 };

/** Scales to about a megapixel, keeping the aspect ratio. Each side is a multiple of the step. */
function scaleToMegapixel({ width, height }: Size): Size {
  const factor = Math.sqrt(megapixel / (width * height));
  const side = (length: number): number =>
    Math.max(sizeStep, Math.round((length * factor) / sizeStep) * sizeStep);
  return { width: side(width), height: side(height) };
}

/**
 * A requested side is used unchanged. Any other side comes from the scaled image or, without an image, from the default
 * size.
 */
export function editedSize(requested: Partial<Size>, image: Size | undefined): Size {
  const base = image === undefined ? defaultSize : scaleToMegapixel(image);
  return { width: requested.width ?? base.width, height: requested.height ?? base.height };
}
