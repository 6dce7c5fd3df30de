// Reads a PNG: its size and its texts, in front of the image data and after it.

import type { ByteReader } from "../base/byte-reader.js";
import type { TextCollector } from "../base/text-collector.js";
import { collectExifTexts } from "../exif/read-exif.js";
import { maxHeadBytes } from "../base/limits.js";
import type { Size } from "../base/image-header.js";
import { crcBytes, hasValidCrc, headerBytes, isTextChunk, readHeader, signature } from "./chunks.js";
import { sizeOf } from "./png-head.js";
import { collectTextChunk } from "./read-text-chunk.js";

/** Other chunk types with texts. `comf` holds the texts of animated PNGs of ComfyUI, in the layout of tEXt. */
const otherTextTypes = ["eXIf", "comf"];

function collectChunk(type: string, data: Uint8Array, collector: TextCollector): void {
  if (type === "eXIf") collectExifTexts(data, collector);
  else collectTextChunk(type === "comf" ? "tEXt" : type, data, collector);
}

/** Returns the size, or the end of a sentence that says why it is unknown. Skips image data. */
export async function readPng(reader: ByteReader, collector: TextCollector): Promise<Size | string> {
  await reader.skip(signature.length);
  let size: Size | undefined;
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
    size ??= sizeOf(data);
    if (size === undefined) return "its IHDR is damaged";
    if (!isIhdr) collectChunk(header.type, data, collector);
  }
  return size ?? "it ends before its IHDR";
}
