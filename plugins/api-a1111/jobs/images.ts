// Images that clients send as texts in base64, and the uploads that become of them.

import { decodeImage, encodePng, imageFormatOf } from "@pictor/images";
import type { Session } from "../backend/session.js";
import { fieldInvalid } from "../base/faults.js";

/** The largest mask that is inverted, in pixels: 4096 × 6144. Meanwhile, the server does nothing else. */
const maxMaskPixels = 25_165_824;
const dataUrl = /^data:[^,]{0,200},/;

/** The bytes of an image: of a text in base64 or of a data URL. Throws `A1111_FIELD_INVALID`. */
export function imageBytes(text: string, field: string): Uint8Array<ArrayBuffer> {
  const expected = "a PNG, JPEG or WebP image in base64";
  if (/^https?:/i.test(text)) throw fieldInvalid(field, expected, "an address, which Pictor does not fetch");
  const bytes = Uint8Array.from(Buffer.from(text.replace(dataUrl, ""), "base64"));
  if (imageFormatOf(bytes) !== undefined) return bytes;
  throw fieldInvalid(field, expected, bytes.length === 0 ? "no base64" : "base64 of something else");
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/** The negative of a mask, so that its black parts are sampled again. */
export function invertMask(file: Uint8Array, field: string): Uint8Array<ArrayBuffer> {
  try {
    const { width, height, rgba } = decodeImage(file, { maxPixels: maxMaskPixels });
    const inverted = Uint8Array.from(rgba);
    for (let at = 0; at < inverted.length; at += 4)
      for (let color = at; color < at + 3; color++) inverted[color] = 255 - (inverted[color] ?? 0);
    return Uint8Array.from(encodePng({ width, height, rgba: inverted }));
  } catch {
    throw fieldInvalid(field, "an image that can be decoded", "a broken one, or one that is too large");
  }
}

/** Uploads an image, and returns the value for a setting that takes a file. */
export async function uploadImage({ client }: Session, bytes: Uint8Array<ArrayBuffer>) {
  const { id } = await client.calls.upload({ bytes });
  return { $upload: id };
}
