// What a PNG says of itself: its size and its texts, wherever they stand.

import type { ByteReader } from "../byte-reader.js";
import type { Collector } from "../collector.js";
import { readExif } from "../exif/read.js";
import { maxHeadBytes } from "../limits.js";
import type { Size } from "../types.js";
import { crcBytes, hasRightCrc, headerBytes, isText, readHeader, signature } from "./chunks.js";
import { sizeOf } from "./head.js";
import { readText } from "./read-text.js";

/** `comf`: the texts of ComfyUI's animated PNGs, laid out as tEXt. */
const isWanted = (type: string): boolean => ["eXIf", "comf"].includes(type);

function readChunk(type: string, data: Uint8Array, collector: Collector): void {
  if (type === "eXIf") readExif(data, collector);
  else readText(type === "comf" ? "tEXt" : type, data, collector);
}

/** The size, or why it cannot be known. Image data is passed over. */
export async function readPng(reader: ByteReader, collector: Collector): Promise<Size | string> {
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
    const isRead = isIhdr || isText(header) || isWanted(header.type);
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
    if (!hasRightCrc(Buffer.concat([first, body])))
      collector.note(`The CRC of its ${header.type} chunk is wrong.`);
    const data = body.subarray(0, header.length);
    size ??= sizeOf(data);
    if (size === undefined) return "its IHDR is damaged";
    if (!isIhdr) readChunk(header.type, data, collector);
  }
  return size ?? "it ends in front of its IHDR";
}
