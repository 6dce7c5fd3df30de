// Reads a PNG: its size and its texts, in front of the image data and after it.

import { orientationOf, pngSignature, sizeOfIhdr, uprightSize, type Size } from "@pictor/images/formats";
import type { ByteReader } from "../base/byte-reader.js";
import type { TextCollector } from "../base/text-collector.js";
import { collectExifTexts } from "../exif/read-exif.js";
import { collectHiddenTexts, hidesText, signaturePixels } from "../hidden/hidden-texts.js";
import { maxHeadBytes } from "../base/limits.js";
import { crcBytes, hasValidCrc, headerBytes, isTextChunk, readHeader } from "./chunks.js";
import { formOfHiding, lowestBits, type PixelForm } from "./lowest-bits.js";
import { collectTextChunk } from "./read-text-chunk.js";

/** Other chunk types with texts. `comf` holds the texts of animated PNGs of ComfyUI, in the layout of tEXt. */
const otherTextTypes = ["eXIf", "comf"];

function collectChunk(type: string, data: Uint8Array, collector: TextCollector): void {
  if (type === "eXIf") collectExifTexts(data, collector);
  else collectTextChunk(type === "comf" ? "tEXt" : type, data, collector);
}

/** The image data of a PNG that has no other texts, which may hide one in its pixels. */
class ImageData {
  readonly parts: Uint8Array[] = [];
  form: PixelForm | undefined;
  #bytes = 0;

  /** Whether the next part is wanted. From a part beyond the limit on, none is. */
  wants(length: number): boolean {
    this.#bytes += length;
    if (this.#bytes > maxHeadBytes) this.form = undefined;
    return this.form !== undefined;
  }
}

/**
 * Returns the size, or the end of a sentence that says why it is unknown. Decodes image data only if there is no text,
 * and no more than tells whether one is hidden in it.
 */
export async function readPng(reader: ByteReader, collector: TextCollector): Promise<Size | string> {
  await reader.skip(pngSignature.length);
  let size: Size | undefined;
  let orientation: number | undefined;
  const image = new ImageData();
  for (;;) {
    const first = await reader.take(headerBytes);
    const header = readHeader(first);
    if (header === undefined) {
      collector.note("It is damaged: it ends without IEND.");
      break;
    }
    if (header.type === "IEND") break;
    const isIhdr = size === undefined;
    if (isIhdr && header.type !== "IHDR") return "IHDR is not its first chunk";
    const isRead = isIhdr || isTextChunk(header) || otherTextTypes.includes(header.type);
    if (header.type === "IDAT" && collector.texts.size === 0 && image.wants(header.length)) {
      image.parts.push(await reader.take(header.length));
      await reader.skip(crcBytes);
      continue;
    }
    if (!isRead || header.length > maxHeadBytes) {
      if (isRead) collector.note(`A text of more than ${maxHeadBytes} bytes was left out.`);
      await reader.skip(header.length + crcBytes);
      continue;
    }
    const body = await reader.take(header.length + crcBytes);
    if (body.length < header.length + crcBytes) {
      collector.note(`It is damaged: it ends inside its ${header.type} chunk.`);
      break;
    }
    if (!hasValidCrc(Buffer.concat([first, body])))
      collector.note(`The CRC of its ${header.type} chunk is wrong.`);
    const data = body.subarray(0, header.length);
    if (isIhdr) {
      const declared = sizeOfIhdr(data);
      if (typeof declared === "string") return declared;
      size = declared;
      image.form = formOfHiding(data);
      continue;
    }
    if (header.type === "eXIf") orientation ??= orientationOf(data);
    collectChunk(header.type, data, collector);
  }
  if (image.form !== undefined && collector.texts.size === 0) {
    const bits = await lowestBits(image.parts, image.form, signaturePixels, hidesText);
    if (bits !== undefined) collectHiddenTexts(bits, collector);
  }
  return size === undefined ? "it ends before its IHDR" : uprightSize(size, orientation ?? 1);
}
