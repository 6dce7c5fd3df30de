// Puts EXIF texts into a JPEG as it streams by: no pixel is decoded, and every other segment stays byte for byte.

import type { ByteReader } from "../byte-reader.js";
import { mergeTexts } from "../exif/merge.js";
import type { ExifTexts } from "../exif/merge.js";
import { withoutPrefix } from "../exif/read.js";
import type { Shape } from "../types.js";
import { isExif, marker, maxExifBytes, readHead, sizeOf, writeExif } from "./segments.js";

/** The EXIF data to write, as much of it as one segment holds; undefined where nothing can be written. */
function fitted(old: Uint8Array | undefined, texts: ExifTexts) {
  const { parameters, record } = texts;
  const wanted: readonly (readonly [lost: string | undefined, texts: ExifTexts])[] = [
    [undefined, texts],
    ["the parameters", record === undefined ? {} : { record }],
    ["the record", parameters === undefined ? {} : { parameters }],
  ];
  for (const [lost, some] of wanted) {
    const { bytes, problems } = mergeTexts(old, some);
    const left = lost === undefined ? [] : [`a JPEG has no room for ${lost} (${maxExifBytes} bytes in all)`];
    if (bytes === undefined || bytes.length <= maxExifBytes)
      return { bytes, problems: [...left, ...problems] };
  }
  return {
    bytes: undefined,
    problems: [`a JPEG has no room for texts of this length (${maxExifBytes} bytes in all)`],
  };
}

/**
 * The stream of the JPEG with texts in its EXIF data, which stands behind the JFIF segment where there is none yet.
 * What is damaged in front of the image data passes unchanged. `onProblem` is told at most once. Memory: what stands in
 * front of the image data, bounded by `maxHeadBytes`, and single pieces of the source.
 */
export async function* writeJpeg(
  reader: ByteReader,
  textsFor: (shape: Shape | undefined) => ExifTexts,
  onProblem: (reason: string) => void,
): AsyncGenerator<Uint8Array> {
  const head = await readHead(reader);
  if (head.state === "broken") {
    onProblem(head.reason);
    yield* head.bytes;
    yield* reader.pieces();
    return;
  }
  const { segments } = head;
  const place = segments.findIndex(isExif);
  const old = segments[place];
  const size = sizeOf(segments);
  const texts = textsFor(size && { ...size, isAnimated: false });
  const { bytes, problems } = fitted(old === undefined ? undefined : withoutPrefix(old.data), texts);
  if (problems.length > 0) onProblem(problems.join("; "));
  const front = old === undefined && segments[0]?.marker === marker.app0 ? 1 : Math.max(place, 0);
  yield Uint8Array.of(0xff, marker.start);
  yield* segments.slice(0, front).map((segment) => segment.bytes);
  if (bytes !== undefined) yield writeExif(bytes);
  const isReplaced = old !== undefined && bytes !== undefined;
  yield* segments.slice(isReplaced ? front + 1 : front).map((segment) => segment.bytes);
  yield head.scan;
  yield* reader.pieces();
}
