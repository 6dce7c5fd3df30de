// The header of a JPEG (ITU-T T.81, annex B): the frame header, and the segment with EXIF data.

import { orientationOf, withoutExifPrefix } from "./orientation.js";
import { maxHeadBytes, maxParts, type HeaderReading } from "./reading.js";
import { checkedSize, oriented, type Size } from "./size.js";

const [endOfImage, startOfScan, app1] = [0xd9, 0xda, 0xe1];

/** Whether a marker begins a frame header. The range also has two markers of tables (C4, CC) and a reserved one (C8). */
export const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The size in the data of a frame header (section B.2.2), or the end of a sentence that says why there is none. */
export function sizeOfFrame(frame: Uint8Array): Size | string {
  const bytes = Buffer.from(frame.subarray(0, 5));
  return bytes.length < 5
    ? "it ends before its size"
    : checkedSize(bytes.readUInt16BE(3), bytes.readUInt16BE(1));
}

/** Why no segment begins with these bytes, as the end of a sentence about a file without a size; undefined if one does. */
function endReason(header: Buffer): string | undefined {
  if (header.length < 4) return "it ends before its size";
  if ([startOfScan, endOfImage].includes(header.readUInt8(1))) return "it does not declare its size";
  return header.readUInt16BE(2) < 2 ? "a segment has no length" : undefined;
}

export function* readJpegHeader(): HeaderReading {
  let size: Size | string | undefined;
  let orientation: number | undefined;
  let reason: string | undefined;
  for (let part = 0, at = 2; part < maxParts && at < maxHeadBytes; part++) {
    const header = yield { at, length: 4 };
    // A fill byte (section B.1.1.2), or a byte between two segments, which decoders pass over.
    if ((header[0] !== 0xff || header[1] === 0xff) && header.length === 4) {
      at += 1;
      continue;
    }
    reason = endReason(header);
    if (reason !== undefined) break;
    const [marker, length] = [header.readUInt8(1), header.readUInt16BE(2)];
    if (isFrameMarker(marker)) size ??= sizeOfFrame(yield { at: at + 4, length: 5 });
    if (marker === app1 && orientation === undefined) {
      const data = yield { at: at + 4, length: length - 2 };
      if (withoutExifPrefix(data) !== data) orientation = orientationOf(data);
    }
    at += 2 + length;
  }
  return oriented(size ?? reason ?? "it has too many segments before its size", orientation);
}
