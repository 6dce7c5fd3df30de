// Reads and encodes JPEG segments (ITU-T T.81, annex B) in front of the image data.

import { exifPrefix, isFrameMarker, sizeOfFrame, type Size } from "@pictor/images/formats";
import type { ByteReader } from "../base/byte-reader.js";
import { xmpPrefix } from "../xmp/xmp-texts.js";
import { maxHeadBytes } from "../base/limits.js";

export const marker = {
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  /** Application data 0: JFIF. */
  app0: 0xe0,
  /** Application data 1: EXIF data, or XMP. */
  app1: 0xe1,
  comment: 0xfe,
} as const;

/** Maximum of a segment's data. The length field, of 16 bits, includes its own two bytes. */
const maxDataBytes = 0xffff - 2;
/** Maximum of the EXIF data in a segment. */
export const maxExifBytes = maxDataBytes - exifPrefix.length;

export interface Segment {
  readonly marker: number;
  readonly data: Uint8Array;
  /** The whole segment, with marker and length. */
  readonly bytes: Uint8Array;
}

/** Everything up to the marker of the first scan; or, for a damaged file, the bytes that were read. */
export type JpegHead =
  | { readonly isDamaged: false; readonly segments: readonly Segment[]; readonly scanMarker: Uint8Array }
  | {
      readonly isDamaged: true;
      readonly segments: readonly Segment[];
      readonly bytes: readonly Uint8Array[];
      readonly reason: string;
    };

/** Reads the next marker with the fill bytes in front of it (section B.1.1.2). The code is 0 when there is no marker. */
async function readMarker(
  reader: ByteReader,
): Promise<{ readonly code: number; readonly bytes: Uint8Array }> {
  let bytes = await reader.take(2);
  while (bytes.at(-1) === 0xff && bytes[0] === 0xff && bytes.length >= 2 && bytes.length < 1024) {
    const more = await reader.take(1);
    if (more.length === 0) break;
    bytes = Buffer.concat([bytes, more]);
  }
  const code = bytes.length >= 2 && bytes[0] === 0xff ? (bytes.at(-1) ?? 0) : 0;
  return { code: code === 0xff ? 0 : code, bytes };
}

/** Reads up to and including the marker of the first scan. */
export async function readJpegHead(reader: ByteReader): Promise<JpegHead> {
  const start = await reader.take(2);
  const bytes: Uint8Array[] = [start];
  const segments: Segment[] = [];
  const damaged = (reason: string): JpegHead => ({ isDamaged: true, segments, bytes, reason });
  if (start[0] !== 0xff || start[1] !== marker.start) return damaged("it is not a JPEG");
  for (let total = 0; ;) {
    const { code, bytes: markerBytes } = await readMarker(reader);
    if (code === marker.scan) return { isDamaged: false, segments, scanMarker: markerBytes };
    bytes.push(markerBytes);
    if (markerBytes.length < 2) return damaged("it ends before its image data");
    if (code === 0) return damaged("a segment has no marker");
    if (code === marker.end) return damaged("it has no image data");
    const length = await reader.take(2);
    bytes.push(length);
    const count = length.length < 2 ? 0 : Buffer.from(length).readUInt16BE(0);
    if (count < 2) return damaged("a segment has no length");
    const data = await reader.take(count - 2);
    bytes.push(data);
    if (data.length < count - 2) return damaged("it ends before its image data");
    total += markerBytes.length + count;
    if (total > maxHeadBytes)
      return damaged(`there are more than ${maxHeadBytes} bytes before the image data`);
    segments.push({ marker: code, data, bytes: Buffer.concat([markerBytes, length, data]) });
  }
}

const isApp1With = ({ marker: code, data }: Segment, prefix: Uint8Array): boolean =>
  code === marker.app1 && Buffer.compare(data.subarray(0, prefix.length), prefix) === 0;

export const isExifSegment = (segment: Segment): boolean => isApp1With(segment, exifPrefix);
export const isXmpSegment = (segment: Segment): boolean => isApp1With(segment, xmpPrefix);

export function encodeExifSegment(tiff: Uint8Array): Uint8Array {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(2 + exifPrefix.length + tiff.length);
  return Buffer.concat([Uint8Array.of(0xff, marker.app1), length, exifPrefix, tiff]);
}

/** The size in the frame header, or the end of a sentence that says why there is none. */
export function sizeOf(segments: readonly Segment[]): Size | string {
  const frame = segments.find((segment) => isFrameMarker(segment.marker));
  return frame === undefined ? "it does not declare its size" : sizeOfFrame(frame.data);
}
