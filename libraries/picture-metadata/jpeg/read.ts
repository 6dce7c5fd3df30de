// What a JPEG says of itself: its size, its EXIF texts and its comments.

import type { ByteReader } from "../byte-reader.js";
import type { Collector } from "../collector.js";
import { readExif } from "../exif/read.js";
import { asciiText } from "../exif/text.js";
import type { Size } from "../types.js";
import { isExif, marker, readHead, sizeOf } from "./segments.js";

/** The size, or why it cannot be known. Nothing behind the head of the file is read. */
export async function readJpeg(reader: ByteReader, collector: Collector): Promise<Size | string> {
  const head = await readHead(reader);
  if (head.state === "broken") collector.note(`It is damaged: ${head.reason}.`);
  for (const segment of head.segments) {
    if (isExif(segment)) readExif(segment.data, collector);
    else if (segment.marker === marker.comment && collector.reserve(segment.data.length)) {
      collector.add("Comment", asciiText(segment.data));
    }
  }
  return sizeOf(head.segments) ?? (head.state === "broken" ? head.reason : "it does not say its size");
}
