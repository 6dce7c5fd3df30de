// The size of what an edit makes: as asked, else that of the first picture, scaled to what the models are made for.

import type { Size } from "@pictor/workflow-parts";

/** The models' latents come in these steps, and the scaling node rounds to them. Pixels. */
export const step = 16;
const megapixel = 1024 * 1024;
const plain: Size = { width: 1024, height: 1024 };

/** In the shape of the picture, about a megapixel, each side in whole steps. */
export function atMegapixel({ width, height }: Size): Size {
  const factor = Math.sqrt(megapixel / (width * height));
  const side = (length: number): number => Math.max(step, Math.round((length * factor) / step) * step);
  return { width: side(width), height: side(height) };
}

/** A side that is asked for counts; the other one stays as the picture, or a plain square, has it. */
export function editedSize(asked: Partial<Size>, picture: Size | undefined): Size {
  const own = picture === undefined ? plain : atMegapixel(picture);
  return { width: asked.width ?? own.width, height: asked.height ?? own.height };
}
