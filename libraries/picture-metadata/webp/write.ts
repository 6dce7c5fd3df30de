// Puts EXIF texts into a WebP as it streams by: no pixel is decoded, and every other chunk stays byte for byte.

import type { ByteReader } from "../byte-reader.js";
import { mergeTexts } from "../exif/merge.js";
import type { ExifTexts } from "../exif/merge.js";
import { maxHeadBytes } from "../limits.js";
import type { Shape } from "../types.js";
import * as webp from "./chunks.js";

/**
 * The length of the whole stands at the beginning of the file, old EXIF data at its end, and how much the one grows
 * depends on the other. So a file that may have some gets this much more room, in bytes: 170 old entries. What is left
 * of it are zeros behind the EXIF data, which readers pass over.
 */
const roomBytes = 2048;

type Start =
  | {
      readonly state: "sound";
      /** Length of all chunks, in bytes. */
      readonly total: number;
      readonly header: webp.Header;
      readonly picture: webp.Picture;
      readonly bytes: readonly Uint8Array[];
    }
  | { readonly state: "broken"; readonly bytes: readonly Uint8Array[]; readonly reason: string };

/** Reads as far as the header of the first chunk; the beginning of its data is only looked at. */
async function readStart(reader: ByteReader): Promise<Start> {
  const bytes = [await reader.take(webp.startBytes), await reader.take(webp.headerBytes)] as const;
  const [total, header] = [webp.readStart(bytes[0]), webp.readHeader(bytes[1])];
  const broken = (reason: string): Start => ({ state: "broken", bytes, reason });
  if (total === undefined) return broken("it is not a WebP");
  if (header === undefined || webp.headerBytes + header.padded > total) {
    return broken("its first chunk is damaged");
  }
  const picture = webp.readFirst(header.type, await reader.peek(Math.min(header.length, webp.sizeBytes)));
  if (picture === undefined) return broken("its first chunk is not that of a picture");
  return { state: "sound", total, header, picture, bytes };
}

/** Old EXIF data with our texts, in a chunk that has grown by exactly `growth` bytes. */
async function* grown(
  reader: ByteReader,
  { length, padded }: webp.Header,
  growth: number,
  texts: ExifTexts,
  onProblem: (reason: string) => void,
): AsyncGenerator<Uint8Array> {
  const size = padded + growth;
  yield webp.writeHeader("EXIF", size);
  const old = length > maxHeadBytes ? undefined : await reader.take(length);
  const { bytes = old, problems } = old === undefined ? { problems: [] } : mergeTexts(old, texts);
  const isMerged = bytes !== undefined && bytes !== old && bytes.length <= size;
  const reasons = isMerged || bytes === old ? problems : [...problems, "its EXIF data has no room"];
  if (old === undefined) onProblem(`its EXIF data has more than ${maxHeadBytes} bytes`);
  else if (reasons.length > 0) onProblem(reasons.join("; "));
  const kept = isMerged ? bytes : old;
  if (kept === undefined) yield* reader.pieces(length);
  else yield kept;
  await reader.skip(padded - length);
  yield Buffer.alloc(size - (kept?.length ?? length));
}

/** Passes on `count` bytes; gives whether there were so many. */
async function* pass(reader: ByteReader, count: number): AsyncGenerator<Uint8Array, boolean> {
  let left = count;
  for await (const piece of reader.pieces(count)) {
    left -= piece.length;
    yield piece;
  }
  return left === 0;
}

/** All chunks from the first on, of which `total` bytes are left; gives whether they were sound. */
async function* chunks(
  reader: ByteReader,
  { header, total }: { readonly header: webp.Header; readonly total: number },
  exif: { readonly growth: number; readonly fresh: Uint8Array; readonly texts: ExifTexts },
  onProblem: (reason: string) => void,
): AsyncGenerator<Uint8Array, boolean> {
  let isWritten = false;
  let left = total - webp.headerBytes;
  for (let next = header; ;) {
    left -= next.padded;
    if (next.type === "EXIF" && !isWritten) {
      yield* grown(reader, next, exif.growth, exif.texts, onProblem);
      isWritten = true;
    } else {
      yield webp.writeHeader(next.type, next.length);
      const flags = next.type === "VP8X" ? await reader.take(1) : Buffer.alloc(0);
      yield webp.announced(flags);
      if (!(yield* pass(reader, next.padded - flags.length))) return false;
    }
    if (left === 0) break;
    const bytes = await reader.take(Math.min(left, webp.headerBytes));
    const found = webp.readHeader(bytes);
    left -= bytes.length;
    if (found === undefined || found.padded > left) {
      yield bytes;
      return false;
    }
    next = found;
  }
  if (isWritten) return true;
  yield webp.writeHeader("EXIF", exif.growth - webp.headerBytes);
  yield exif.fresh;
  yield Buffer.alloc(exif.growth - webp.headerBytes - exif.fresh.length);
  return true;
}

/**
 * The stream of the WebP, animated or not, with texts in its EXIF chunk, and a VP8X chunk in front where there was
 * none. What is damaged at its beginning passes unchanged. Damage behind it is only seen when the length has already
 * been changed: then the rest passes unchanged. `onProblem` is told either way. Memory: old EXIF data, bounded by
 * `maxHeadBytes`, and single pieces of the source.
 */
export async function* writeWebp(
  reader: ByteReader,
  textsFor: (shape: Shape | undefined) => ExifTexts,
  onProblem: (reason: string) => void,
): AsyncGenerator<Uint8Array> {
  const start = await readStart(reader);
  const texts = textsFor(start.state === "sound" ? start.picture : undefined);
  const fresh = mergeTexts(undefined, texts).bytes ?? new Uint8Array();
  const isExtended = start.state === "sound" && start.header.type === "VP8X";
  const growth = webp.headerBytes + webp.padded(fresh.length) + (isExtended ? roomBytes : 0);
  const isTooLong = start.state === "sound" && start.total + growth > webp.maxTotalBytes;
  if (start.state === "broken" || isTooLong) {
    onProblem(start.state === "broken" ? start.reason : "it is too long for more data");
    yield* start.bytes;
    yield* reader.pieces();
    return;
  }
  const extended = isExtended ? new Uint8Array() : webp.writeExtended(start.picture);
  yield webp.writeStart(start.total + extended.length + growth);
  yield extended;
  const isSound = yield* chunks(reader, start, { growth, fresh, texts }, onProblem);
  if (!isSound) onProblem("its chunks are damaged, or it ends early");
  // What stands behind the end is none of our business, but it is the user's.
  yield* reader.pieces();
}
