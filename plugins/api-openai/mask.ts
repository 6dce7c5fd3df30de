// The mask of an edit: OpenAI's clients make transparent what is edited, Pictor's workflows take an image in which that is white.

import { readImageSize } from "@pictor/image-metadata";
import { decodeImage, encodePng, imageFormatOf, type RgbaImage } from "@pictor/images";
import { reasonOf } from "@pictor/kernel/plugin";
import { maskInvalid } from "./faults.js";

const maxPixels = 64_000_000;

/** Gray values: 255 minus the alpha of each pixel. */
export function whiteWhereTransparent({ width, height, rgba }: RgbaImage): Buffer {
  const pixels = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++)
    pixels.fill(255 - (rgba[pixel * 4 + 3] ?? 255), pixel * 3, pixel * 3 + 3);
  return encodePng({ width, height, pixels });
}

function decode(mask: Uint8Array): RgbaImage {
  try {
    return decodeImage(mask, { maxPixels });
  } catch (error) {
    throw maskInvalid(`it cannot be read as an image (${reasonOf(error)})`);
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

/** The mask for the workflow. Rejects with `OPENAI_MASK_INVALID`. */
export async function workflowMask(mask: Uint8Array, image: Uint8Array): Promise<Buffer> {
  const decoded = decode(mask);
  const { width, height } = decoded;
  if (!decoded.rgba.some((value, index) => index % 4 === 3 && value < 255))
    throw maskInvalid("it has no transparent area");
  const size = await readImageSize(once(image)).catch(() => undefined);
  if (size === undefined) return whiteWhereTransparent(decoded);
  const isSame = size.width === width && size.height === height;
  // A photo may be stored turned by 90 degrees.
  const isTurned = imageFormatOf(image) === "jpeg" && size.width === height && size.height === width;
  if (!isSame && !isTurned)
    throw maskInvalid(`it has ${width} x ${height} pixels, and the image has ${size.width} x ${size.height}`);
  return whiteWhereTransparent(decoded);
}
