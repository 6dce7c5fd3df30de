// Writes EXIF metadata into a JPEG stream. Pixels are not decoded, and other segments stay byte for byte.

import { withoutExifPrefix } from "@pictor/images/formats";
import type { ByteReader } from "../base/byte-reader.js";
import { mergeMetadata } from "../exif/merge-metadata.js";
import type { ExifMetadata } from "../exif/merge-metadata.js";
import type { ImageHeader } from "../base/image-header.js";
import { isExifSegment, marker, maxExifBytes, readJpegHead, sizeOf, encodeExifSegment } from "./segments.js";

/** The EXIF data to write, with as much metadata as fits into a segment; undefined when none fits. */
function mergeIntoSegment(existing: Uint8Array | undefined, metadata: ExifMetadata) {
  const { parameters, record } = metadata;
  const attempts: readonly (readonly [omitted: string | undefined, metadata: ExifMetadata])[] = [
    [undefined, metadata],
    ["the parameters", record === undefined ? {} : { record }],
    ["the record", parameters === undefined ? {} : { parameters }],
  ];
  for (const [omitted, part] of attempts) {
    const { bytes, problems } = mergeMetadata(existing, part);
    const omission = omitted === undefined ? [] : [tooLong(omitted)];
    if (bytes === undefined || bytes.length <= maxExifBytes)
      return { bytes, problems: [...omission, ...problems] };
  }
  return { bytes: undefined, problems: [tooLong("texts of this length")] };
}

const tooLong = (what: string): string => `a JPEG has no room for ${what} (${maxExifBytes} bytes in all)`;

/**
 * Yields the JPEG with metadata in its EXIF segment. A new EXIF segment follows the JFIF segment. A file that is damaged
 * before its image data passes unchanged. `onProblem` is called at most once. Memory: the segments before the image data,
 * at most `maxHeadBytes`.
 */
export async function* writeJpeg(
  reader: ByteReader,
  createMetadata: (header: ImageHeader | undefined) => ExifMetadata,
  onProblem: (reason: string) => void,
): AsyncGenerator<Uint8Array> {
  const head = await readJpegHead(reader);
  if (head.isDamaged) {
    onProblem(head.reason);
    yield* head.bytes;
    yield* reader.pieces();
    return;
  }
  const { segments, scanMarker } = head;
  const exifIndex = segments.findIndex(isExifSegment);
  const existing = segments[exifIndex];
  const size = sizeOf(segments);
  const metadata = createMetadata(typeof size === "string" ? undefined : { ...size, isAnimated: false });
  const { bytes, problems } = mergeIntoSegment(existing && withoutExifPrefix(existing.data), metadata);
  if (problems.length > 0) onProblem(problems.join("; "));
  const hasJfif = segments[0]?.marker === marker.app0;
  const index = existing === undefined && hasJfif ? 1 : Math.max(exifIndex, 0);
  const isReplaced = existing !== undefined && bytes !== undefined;
  yield Uint8Array.of(0xff, marker.start);
  yield* segments.slice(0, index).map((segment) => segment.bytes);
  if (bytes !== undefined) yield encodeExifSegment(bytes);
  yield* segments.slice(isReplaced ? index + 1 : index).map((segment) => segment.bytes);
  yield scanMarker;
  yield* reader.pieces();
}
