// Reads a JPEG: its size, its EXIF texts and its comments.

import { orientationOf, uprightSize, type Size } from "@pictor/images/formats";
import type { ByteReader } from "../base/byte-reader.js";
import type { TextCollector } from "../base/text-collector.js";
import { collectExifTexts } from "../exif/read-exif.js";
import { decodeAscii } from "../exif/exif-text.js";
import { xmpKeyword, xmpPrefix } from "../xmp/xmp-texts.js";
import { isExifSegment, isXmpSegment, marker, readJpegHead, sizeOf } from "./segments.js";

/** Returns the size, or the end of a sentence that says why it is unknown. Stops at the image data. */
export async function readJpeg(reader: ByteReader, collector: TextCollector): Promise<Size | string> {
  const head = await readJpegHead(reader);
  if (head.isDamaged) collector.note(`It is damaged: ${head.reason}.`);
  for (const segment of head.segments) {
    if (isExifSegment(segment)) collectExifTexts(segment.data, collector);
    else if (isXmpSegment(segment) && collector.reserve(segment.data.length))
      collector.add(xmpKeyword, decodeAscii(segment.data.subarray(xmpPrefix.length)));
    else if (segment.marker === marker.comment && collector.reserve(segment.data.length)) {
      collector.add("Comment", decodeAscii(segment.data));
    }
  }
  const size = sizeOf(head.segments);
  if (typeof size === "string") return head.isDamaged ? head.reason : size;
  const exif = head.segments.find(isExifSegment);
  return exif === undefined ? size : uprightSize(size, orientationOf(exif.data));
}
