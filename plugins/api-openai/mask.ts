// The mask of an edit: OpenAI's clients make transparent what is edited, Pictor's workflows take an image in which that is white.

import { decodeImage, encodePng, type RgbaImage } from "@pictor/images";
import { imageHeaderOf } from "@pictor/images/formats";
import { reasonOf } from "@pictor/kernel/plugin";
import { maskInvalid } from "./faults.js";

/** The largest mask, in pixels: 4096 × 6144. While a mask is read and written, the server does nothing else. */
const maxPixels = 25_165_824;

/** Gray values: 255 minus the alpha of each pixel. */
function whiteWhereTransparent({ width, height, rgba }: RgbaImage): Buffer {
  const pixels = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const white = 255 - (rgba[pixel * 4 + 3] ?? 255);
    pixels[pixel * 3] = white;
    pixels[pixel * 3 + 1] = white;
    pixels[pixel * 3 + 2] = white;
  }
  return encodePng({ width, height, pixels });
}

function decode(mask: Uint8Array): RgbaImage {
  try {
    return decodeImage(mask, { maxPixels });
  } catch (error) {
    throw maskInvalid(`it cannot be read as an image (${reasonOf(error)})`);
  }
}

function hasTransparency({ rgba }: RgbaImage): boolean {
  for (let at = 3; at < rgba.length; at += 4) if ((rgba[at] ?? 255) < 255) return true;
  return false;
}

/** Throws unless the mask has the size of the image. The heads of the files tell it, so a wrong mask is never decoded. */
function checkSize(mask: Uint8Array, image: Uint8Array): void {
  const [found, expected] = [imageHeaderOf(mask), imageHeaderOf(image)];
  if (typeof found === "string" || typeof expected === "string") return;
  if (found.width === expected.width && found.height === expected.height) return;
  const sizes = [found, expected].map(({ width, height }) => `${width} x ${height}`);
  throw maskInvalid(`it has ${sizes[0]} pixels, and the image has ${sizes[1]}`);
}

/** The mask for the workflow. Throws `OPENAI_MASK_INVALID`. */
export function workflowMask(mask: Uint8Array, image: Uint8Array): Buffer {
  checkSize(mask, image);
  const decoded = decode(mask);
  if (!hasTransparency(decoded)) throw maskInvalid("it has no transparent area");
  return whiteWhereTransparent(decoded);
}
