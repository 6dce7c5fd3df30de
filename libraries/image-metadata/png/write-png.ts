// Writes texts into a PNG stream. Pixels are not decoded, and other chunks stay byte for byte.

import { pngSignature } from "@pictor/images/formats";
import type { ByteReader } from "../base/byte-reader.js";
import type { ImageHeader } from "../base/image-header.js";
import * as png from "./chunks.js";
import type { KeywordText } from "./chunks.js";
import { keywordOfChunk, readPngHead, imageHeaderOf } from "./png-head.js";

/** Size limit of a text chunk after the image data. A longer one is passed on without reading its keyword. */
const maxReplacedBytes = 1024 * 1024;
const isValidChunk = (chunk: Uint8Array, length: number): boolean =>
  chunk.length === png.headerBytes + length + png.crcBytes && png.hasValidCrc(chunk);

/** Passes on everything after the header of the first IDAT chunk, except texts that have one of the keywords. */
async function* passWithoutTexts(
  reader: ByteReader,
  imageDataHeader: Uint8Array,
  keywords: ReadonlySet<string>,
  onProblem: (reason: string) => void,
): AsyncGenerator<Uint8Array> {
  let headerBytes = imageDataHeader;
  for (;;) {
    const header = png.readHeader(headerBytes);
    if (header === undefined) {
      onProblem(
        headerBytes.length === 0 ? "it ends without IEND" : "its chunks after the image header are damaged",
      );
      yield headerBytes;
      yield* reader.pieces();
      return;
    }
    // Only a complete text chunk with a valid CRC is removed: a chunk with a wrong length could contain image data.
    const isShort = png.isTextChunk(header) && header.length <= maxReplacedBytes;
    const body = isShort ? await reader.take(header.length + png.crcBytes) : new Uint8Array();
    const chunk = Buffer.concat([headerBytes, body]);
    const isReplaced = isShort && keywords.has(png.keywordOf(body)) && isValidChunk(chunk, header.length);
    if (!isReplaced) {
      yield chunk;
      if (!isShort) yield* reader.pieces(header.length + png.crcBytes);
    }
    // Bytes after IEND are kept.
    if (header.type === "IEND") {
      yield* reader.pieces();
      return;
    }
    headerBytes = await reader.take(png.headerBytes);
  }
}

/**
 * Yields the PNG with the texts in front of its image data, in place of texts with the same keywords.
 *
 * A file that is damaged before its image data passes unchanged. Damage after that is found only after the texts have
 * been yielded; the rest then passes unchanged. `onProblem` is called at most once, in both cases. Memory: the chunks
 * before the image data, at most `maxHeadBytes`.
 */
export async function* writePng(
  reader: ByteReader,
  createTexts: (header: ImageHeader | undefined) => readonly KeywordText[],
  onProblem: (reason: string) => void,
): AsyncGenerator<Uint8Array> {
  const head = await readPngHead(reader);
  if (head.isDamaged) {
    onProblem(head.reason);
    yield* head.bytes;
    yield* reader.pieces();
    return;
  }
  const texts = createTexts(imageHeaderOf(head.chunks));
  const keywords = new Set(texts.map(({ keyword }) => keyword));
  yield pngSignature;
  for (const chunk of head.chunks) {
    if (!png.isTextChunk(chunk.header) || !keywords.has(keywordOfChunk(chunk))) yield chunk.bytes;
  }
  yield* texts.map(png.encodeTextChunk);
  yield* passWithoutTexts(reader, head.imageDataHeader, keywords, onProblem);
}
