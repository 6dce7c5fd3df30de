// Puts the alpha channel of one image, a mask that a user has painted, into another one of the same size.
import type { RgbaImage } from "@pictor/images";

/** Throws a `RangeError` if the sizes differ. */
export function withAlphaOf(original: RgbaImage, mask: RgbaImage): RgbaImage {
  if (original.width !== mask.width || original.height !== mask.height)
    throw new RangeError("The mask and the original image differ in size");
  const rgba = Uint8Array.from(original.rgba);
  for (let i = 3; i < rgba.length; i += 4) rgba[i] = mask.rgba[i] as number;
  return { ...original, rgba, hasAlpha: true };
}
