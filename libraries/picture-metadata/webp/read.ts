// What a WebP says of itself: its size and its EXIF texts.

import type { ByteReader } from "../byte-reader.js";
import type { Collector } from "../collector.js";
import { readExif } from "../exif/read.js";
import { maxHeadBytes } from "../limits.js";
import type { Size } from "../types.js";
import * as webp from "./chunks.js";

/** The size, or why it cannot be known. The picture itself is passed over. */
export async function readWebp(reader: ByteReader, collector: Collector): Promise<Size | string> {
  const total = webp.readStart(await reader.take(webp.startBytes));
  if (total === undefined) return "it is not a WebP";
  let size: Size | undefined;
  for (let left = total; left >= webp.headerBytes;) {
    const header = webp.readHeader(await reader.take(webp.headerBytes));
    if (header === undefined) break;
    if (size === undefined) {
      const picture = webp.readFirst(header.type, await reader.peek(Math.min(header.length, webp.sizeBytes)));
      if (picture === undefined) return "its first chunk is not that of a picture";
      size = { width: picture.width, height: picture.height };
    }
    left -= webp.headerBytes + header.padded;
    let taken = 0;
    if (header.type === "EXIF" && header.length <= maxHeadBytes) {
      const data = await reader.take(header.length);
      taken = data.length;
      readExif(data, collector);
    } else if (header.type === "EXIF") {
      collector.note(`Its EXIF data has more than ${maxHeadBytes} bytes and was left out.`);
    }
    taken += await reader.skip(header.padded - taken);
    // The very last byte, which only makes the length even, is missing often.
    if (taken < header.length) {
      collector.note("It is damaged: it ends early.");
      break;
    }
  }
  return size ?? "it ends in front of its picture";
}
