// JPEG segments (ITU-T T.81, annex B): everything in front of the image data, read one by one.

import type { ByteReader } from "../byte-reader.js";
import { maxHeadBytes } from "../limits.js";
import type { Size } from "../types.js";

export const marker = {
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  /** Application data 0, which is JFIF's. */
  app0: 0xe0,
  /** Application data 1: EXIF data, or XMP. */
  app1: 0xe1,
  comment: 0xfe,
} as const;

/** Of a segment's data, in bytes: two of the length's 65535 are its own. */
export const maxDataBytes = 0xffff - 2;

/** What stands in front of EXIF data (Exif 3.0, section 4.7.2). */
const exifMark = Buffer.from("Exif\0\0", "latin1");

export interface Segment {
  readonly marker: number;
  readonly data: Uint8Array;
  /** With marker and length, as they stand in the file. */
  readonly bytes: Uint8Array;
}

/** `sound`: up to the marker of the first scan. `broken`: the bytes that were read, and why. */
export type Head =
  | { readonly state: "sound"; readonly segments: readonly Segment[]; readonly scan: Uint8Array }
  | {
      readonly state: "broken";
      readonly segments: readonly Segment[];
      readonly bytes: readonly Uint8Array[];
      readonly reason: string;
    };

/** The next marker with the fill bytes in front of it (section B.1.1.2); its code is 0 where there is none. */
async function takeMarker(
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

/** Reads up to and including the marker of the first scan. Nothing is lost: a broken head gives back all its bytes. */
export async function readHead(reader: ByteReader): Promise<Head> {
  const start = await reader.take(2);
  const bytes: Uint8Array[] = [start];
  const segments: Segment[] = [];
  const broken = (reason: string): Head => ({ state: "broken", segments, bytes, reason });
  if (start[0] !== 0xff || start[1] !== marker.start) return broken("it is not a JPEG");
  for (let total = 0; ;) {
    const { code, bytes: mark } = await takeMarker(reader);
    if (code === marker.scan) return { state: "sound", segments, scan: mark };
    bytes.push(mark);
    if (mark.length < 2) return broken("it ends in front of its image data");
    if (code === 0) return broken("a segment begins without marker");
    if (code === marker.end) return broken("it has no image data");
    const length = await reader.take(2);
    bytes.push(length);
    const count = length.length < 2 ? 0 : Buffer.from(length).readUInt16BE(0);
    if (count < 2) return broken("a segment has no length");
    const data = await reader.take(count - 2);
    bytes.push(data);
    if (data.length < count - 2) return broken("it ends in front of its image data");
    total += mark.length + count;
    if (total > maxHeadBytes)
      return broken(`there are more than ${maxHeadBytes} bytes in front of the image data`);
    segments.push({ marker: code, data, bytes: Buffer.concat([mark, length, data]) });
  }
}

export const isExif = ({ marker: code, data }: Segment): boolean =>
  code === marker.app1 && Buffer.compare(data.subarray(0, exifMark.length), exifMark) === 0;

export function writeExif(tiff: Uint8Array): Uint8Array {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(2 + exifMark.length + tiff.length);
  return Buffer.concat([Uint8Array.of(0xff, marker.app1), length, exifMark, tiff]);
}

/** What fits into one segment of EXIF data, in bytes. */
export const maxExifBytes = maxDataBytes - exifMark.length;

/** Pixels, from the frame's header (section B.2.2); undefined in front of it. */
export function sizeOf(segments: readonly Segment[]): Size | undefined {
  // Between the markers of frames lie those of tables (C4, CC) and one without meaning (C8).
  const isFrame = (code: number): boolean =>
    code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
  const data = segments.find((segment) => isFrame(segment.marker) && segment.data.length >= 6)?.data;
  if (data === undefined) return undefined;
  const view = Buffer.from(data);
  const [width, height] = [view.readUInt16BE(3), view.readUInt16BE(1)];
  return width > 0 && height > 0 ? { width, height } : undefined;
}
