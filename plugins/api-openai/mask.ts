// The mask of an edit: OpenAI's clients make transparent what is edited, Pictor's workflows take an image in which that is white.

import { readImageSize } from "@pictor/image-metadata";
import { decodeImage, encodePng, imageFormatOf, type RgbaImage } from "@pictor/images";
import { bytesOnce, reasonOf } from "@pictor/kernel/plugin";
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

const sizeOf = (file: Uint8Array) => readImageSize(bytesOnce(file)).catch(() => undefined);

/** Throws unless the mask has the size of the image. The heads of the files tell it, so a wrong mask is never decoded. */
async function checkSize(mask: Uint8Array, image: Uint8Array): Promise<void> {
  const found = await sizeOf(mask);
  const expected = await sizeOf(image);
  if (found === undefined || expected === undefined) return;
  const isSame = found.width === expected.width && found.height === expected.height;
  // A photo may be stored turned by 90 degrees.
  const isTurned =
    imageFormatOf(image) === "jpeg" && found.width === expected.height && found.height === expected.width;
  if (isSame || isTurned) return;
  const sizes = [found, expected].map(({ width, height }) => `${width} x ${height}`);
  throw maskInvalid(`it has ${sizes[0]} pixels, and the image has ${sizes[1]}`);
}

/** The mask for the workflow. Rejects with `OPENAI_MASK_INVALID`. */
export async function workflowMask(mask: Uint8Array, image: Uint8Array): Promise<Buffer> {
  await checkSize(mask, image);
  const decoded = decode(mask);
  if (!hasTransparency(decoded)) throw maskInvalid("it has no transparent area");
  return whiteWhereTransparent(decoded);
}
