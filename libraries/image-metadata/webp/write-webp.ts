// Writes EXIF metadata into a WebP stream. Pixels are not decoded, and other chunks stay byte for byte.

import {
  riffChunkHeader,
  riffHeader,
  webpImageBytes,
  webpImageOf,
  type WebpImage,
} from "@pictor/images/formats";
import type { ByteReader } from "../base/byte-reader.js";
import type { ImageHeader } from "../base/image-header.js";
import { maxHeadBytes } from "../base/limits.js";
import { mergeMetadata, type ExifMetadata } from "../exif/merge-metadata.js";
import * as webp from "./chunks.js";

/**
 * Number of bytes that are reserved for existing EXIF data. The file length is written first and the existing EXIF data
 * is read last, so its size has to be assumed: this is enough for 170 entries. Unused bytes are zeros after the EXIF
 * data, which readers ignore.
 */
const reservedBytes = 2048;

/** Everything up to the header of the first chunk; or, for a damaged file, the bytes that were read. */
type WebpStart =
  | {
      readonly isDamaged: false;
      /** Number of bytes of all chunks together. */
      readonly total: number;
      readonly header: webp.ChunkHeader;
      readonly image: WebpImage;
      readonly bytes: readonly Uint8Array[];
    }
  | { readonly isDamaged: true; readonly bytes: readonly Uint8Array[]; readonly reason: string };

/** Reads up to the header of the first chunk. The chunk's data stays in the reader. */
async function readWebpStart(reader: ByteReader): Promise<WebpStart> {
  const bytes = [await reader.take(webp.riffHeaderBytes), await reader.take(webp.chunkHeaderBytes)] as const;
  const [total, header] = [webp.readRiffHeader(bytes[0]), webp.readChunkHeader(bytes[1])];
  const damaged = (reason: string): WebpStart => ({ isDamaged: true, bytes, reason });
  if (total === undefined) return damaged("it is not a WebP");
  if (header === undefined || webp.chunkHeaderBytes + header.paddedLength > total) {
    return damaged("its first chunk is damaged");
  }
  const data = await reader.peek(Math.min(header.length, webpImageBytes));
  const image = webpImageOf(header.type, data);
  if (image === undefined) return damaged("its first chunk is not an image");
  return { isDamaged: false, total, header, image, bytes };
}

/** Replaces an EXIF chunk with one that is exactly `growth` bytes longer and holds the metadata if there is room. */
async function* extendExifChunk(
  reader: ByteReader,
  { length, paddedLength }: webp.ChunkHeader,
  growth: number,
  metadata: ExifMetadata,
  onProblem: (reason: string) => void,
): AsyncGenerator<Uint8Array> {
  const size = paddedLength + growth;
  yield riffChunkHeader("EXIF", size);
  if (length > maxHeadBytes) {
    onProblem(`its EXIF data has more than ${maxHeadBytes} bytes`);
    yield* reader.pieces(length);
    await reader.skip(paddedLength - length);
    yield Buffer.alloc(size - length);
    return;
  }
  const existing = await reader.take(length);
  const { bytes: merged = existing, problems } = mergeMetadata(existing, metadata);
  const hasRoom = merged.length <= size || merged === existing;
  const reasons = hasRoom ? problems : [...problems, "its EXIF data has no room"];
  if (reasons.length > 0) onProblem(reasons.join("; "));
  const data = hasRoom ? merged : existing;
  yield data;
  await reader.skip(paddedLength - length);
  yield Buffer.alloc(size - data.length);
}

/** Passes on `count` bytes. Returns whether the source has that many. */
async function* pass(reader: ByteReader, count: number): AsyncGenerator<Uint8Array, boolean> {
  let remaining = count;
  for await (const piece of reader.pieces(count)) {
    remaining -= piece.length;
    yield piece;
  }
  return remaining === 0;
}

interface NewExifData {
  /** Number of bytes by which the file grows: the length of a new EXIF chunk. */
  readonly growth: number;
  /** EXIF data to write if the file has none. */
  readonly data: Uint8Array;
  readonly metadata: ExifMetadata;
}

/** Passes on all chunks from the first on, with the metadata in an EXIF chunk. Returns whether the chunks are complete. */
async function* passChunks(
  reader: ByteReader,
  { header, total }: { readonly header: webp.ChunkHeader; readonly total: number },
  { growth, data, metadata }: NewExifData,
  onProblem: (reason: string) => void,
): AsyncGenerator<Uint8Array, boolean> {
  let hasExif = false;
  let remaining = total - webp.chunkHeaderBytes;
  for (let next = header; ;) {
    remaining -= next.paddedLength;
    if (next.type === "EXIF" && !hasExif) {
      yield* extendExifChunk(reader, next, growth, metadata, onProblem);
      hasExif = true;
    } else {
      yield riffChunkHeader(next.type, next.length);
      const flags = next.type === "VP8X" ? await reader.take(1) : Buffer.alloc(0);
      yield webp.withExifFlag(flags);
      if (!(yield* pass(reader, next.paddedLength - flags.length))) return false;
    }
    if (remaining === 0) break;
    const bytes = await reader.take(Math.min(remaining, webp.chunkHeaderBytes));
    const found = webp.readChunkHeader(bytes);
    remaining -= bytes.length;
    if (found === undefined || found.paddedLength > remaining) {
      yield bytes;
      return false;
    }
    next = found;
  }
  if (hasExif) return true;
  yield riffChunkHeader("EXIF", growth - webp.chunkHeaderBytes);
  yield data;
  yield Buffer.alloc(growth - webp.chunkHeaderBytes - data.length);
  return true;
}

/**
 * Yields the WebP, animated or not, with the metadata in its EXIF chunk, and with a VP8X chunk in front if it had none.
 * A file that is damaged at its start passes unchanged. Damage after the start is found only after the new file length
 * has been yielded; the rest then passes unchanged. `onProblem` is called in both cases. Memory: existing EXIF data, at
 * most `maxHeadBytes`.
 */
export async function* writeWebp(
  reader: ByteReader,
  createMetadata: (header: ImageHeader | undefined) => ExifMetadata,
  onProblem: (reason: string) => void,
): AsyncGenerator<Uint8Array> {
  const start = await readWebpStart(reader);
  const metadata = createMetadata(start.isDamaged ? undefined : start.image);
  const data = mergeMetadata(undefined, metadata).bytes ?? new Uint8Array();
  const hasVp8x = !start.isDamaged && start.header.type === "VP8X";
  const growth = webp.chunkHeaderBytes + webp.paddedLength(data.length) + (hasVp8x ? reservedBytes : 0);
  const isTooLong = !start.isDamaged && start.total + growth > webp.maxTotalBytes;
  if (start.isDamaged || isTooLong) {
    onProblem(start.isDamaged ? start.reason : "it is too long for more data");
    yield* start.bytes;
    yield* reader.pieces();
    return;
  }
  const vp8xChunk = hasVp8x ? new Uint8Array() : webp.encodeVp8xChunk(start.image);
  yield riffHeader(start.total + vp8xChunk.length + growth);
  yield vp8xChunk;
  const isComplete = yield* passChunks(reader, start, { growth, data, metadata }, onProblem);
  if (!isComplete) onProblem("its chunks are damaged, or it ends early");
  // Bytes after the last chunk are kept.
  yield* reader.pieces();
}
