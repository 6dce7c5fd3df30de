// Puts texts into a PNG as it streams by: no pixel is decoded, and every other chunk stays byte for byte.

import type { ByteReader } from "../byte-reader.js";
import type { Shape } from "../types.js";
import * as png from "./chunks.js";
import type { Text } from "./chunks.js";
import { keywordOfChunk, readHead, shapeOf } from "./head.js";

const maxDroppedBytes = 1024 * 1024;
const isWhole = (chunk: Uint8Array, length: number): boolean =>
  chunk.length === png.headerBytes + length + png.crcBytes && png.hasRightCrc(chunk);

/** The chunks behind the first IDAT's header, of which image data may be gigabytes: passed on as they come. */
async function* tail(
  reader: ByteReader,
  imageHeader: Uint8Array,
  keywords: ReadonlySet<string>,
  onProblem: (reason: string) => void,
): AsyncGenerator<Uint8Array> {
  let first = imageHeader;
  for (;;) {
    const header = png.readHeader(first);
    if (header === undefined) {
      onProblem(
        first.length === 0 ? "it ends without IEND" : "its chunks are damaged behind the image header",
      );
      yield first;
      yield* reader.pieces();
      return;
    }
    // Only a text that is there whole, with the right CRC, is ours to drop: a wrong length would swallow the image.
    const isShort = png.isText(header) && header.length <= maxDroppedBytes;
    const body = isShort ? await reader.take(header.length + png.crcBytes) : new Uint8Array();
    const chunk = Buffer.concat([first, body]);
    const isOld = isShort && keywords.has(png.keywordOf(body)) && isWhole(chunk, header.length);
    if (!isOld) {
      yield chunk;
      if (!isShort) yield* reader.pieces(header.length + png.crcBytes);
    }
    // What stands behind the end is none of our business, but it is the user's.
    if (header.type === "IEND") {
      yield* reader.pieces();
      return;
    }
    first = await reader.take(png.headerBytes);
  }
}

/**
 * The stream of the PNG with texts in front of its image data; chunks that had one of their keywords are gone.
 *
 * What is damaged in front of the image data (or no PNG at all) passes unchanged. Damage behind it is only seen when
 * the texts are already on their way: then the rest passes unchanged. `onProblem` is told either way, at most once.
 * Memory: what stands in front of the image data, bounded by `maxHeadBytes`, and single pieces of the source.
 */
export async function* writePng(
  reader: ByteReader,
  textsFor: (shape: Shape | undefined) => readonly Text[],
  onProblem: (reason: string) => void,
): AsyncGenerator<Uint8Array> {
  const head = await readHead(reader);
  if (head.state === "broken") {
    onProblem(head.reason);
    yield* head.bytes;
    yield* reader.pieces();
    return;
  }
  const texts = textsFor(shapeOf(head.chunks));
  const keywords = new Set(texts.map(({ keyword }) => keyword));
  yield png.signature;
  for (const chunk of head.chunks) {
    if (!png.isText(chunk.header) || !keywords.has(keywordOfChunk(chunk))) yield chunk.bytes;
  }
  yield* texts.map(png.writeText);
  yield* tail(reader, head.imageHeader, keywords, onProblem);
}
