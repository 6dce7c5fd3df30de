// Reads an AVIF: its size, its EXIF texts and its XMP data.

import { boxesOfMeta, sizeOfMeta, uprightSize, type Size } from "@pictor/images/formats";
import type { ByteReader } from "../base/byte-reader.js";
import { maxHeadBytes } from "../base/limits.js";
import type { TextCollector } from "../base/text-collector.js";
import { decodeAscii } from "../exif/exif-text.js";
import { collectExifTexts } from "../exif/read-exif.js";
import { xmpKeyword } from "../xmp/xmp-texts.js";
import { textItems, type TextItem } from "./avif-items.js";
import { readBoxHeader } from "./boxes.js";

/** EXIF data of an item begins with the offset of the TIFF header (ISO/IEC 23008-12, annex A.2.1). */
const tiffOf = (data: Buffer): Uint8Array =>
  data.length < 4 ? data : data.subarray(4 + Math.min(data.readUInt32BE(0), data.length - 4));

function collectItem({ kind }: TextItem, data: Buffer, collector: TextCollector): void {
  if (kind === "EXIF") collectExifTexts(tiffOf(data), collector);
  else if (collector.reserve(data.length)) collector.add(xmpKeyword, decodeAscii(data));
}

/** Returns the size, or the end of a sentence that says why it is unknown. Skips image data. */
export async function readAvif(reader: ByteReader, collector: TextCollector): Promise<Size | string> {
  let position = 0;
  for (;;) {
    const header = await readBoxHeader(reader);
    if (header === undefined) return "it has no box with its metadata";
    position += header.headerBytes;
    if (header.type !== "meta") {
      position += await reader.skip(header.length);
      continue;
    }
    if (header.length > maxHeadBytes) return `its metadata has more than ${maxHeadBytes} bytes`;
    const meta = Buffer.from(await reader.take(header.length));
    position += meta.length;
    const boxes = boxesOfMeta(meta);
    for (const item of textItems(boxes)) {
      if (item.data !== undefined) collectItem(item, item.data, collector);
      else if (item.length > maxHeadBytes || item.offset < position)
        collector.note(`The ${item.kind} data of the file cannot be read at its place, and was left out.`);
      else {
        position += await reader.skip(item.offset - position);
        const data = Buffer.from(await reader.take(item.length));
        position += data.length;
        if (data.length < item.length) collector.note(`It is damaged: it ends inside its ${item.kind} data.`);
        else collectItem(item, data, collector);
      }
    }
    const found = sizeOfMeta(boxes);
    return typeof found === "string" ? found : uprightSize(found.size, found.orientation);
  }
}
