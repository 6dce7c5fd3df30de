// Reads and checks all chunks of a PNG in front of its image data.

import { pngSignature, sizeOfIhdr } from "@pictor/images/formats";
import type { ByteReader } from "../base/byte-reader.js";
import { maxHeadBytes } from "../base/limits.js";
import type { ImageHeader } from "../base/image-header.js";
import { crcBytes, hasValidCrc, headerBytes, keywordOf, readHeader } from "./chunks.js";
import type { ChunkHeader } from "./chunks.js";

export interface Chunk {
  readonly header: ChunkHeader;
  /** The whole chunk, with length, type and CRC. */
  readonly bytes: Uint8Array;
}

/** All chunks in front of the first IDAT chunk, and the header of that chunk; for a damaged file, the bytes that were read. */
export type PngHead =
  | { readonly isDamaged: false; readonly chunks: readonly Chunk[]; readonly imageDataHeader: Uint8Array }
  | { readonly isDamaged: true; readonly bytes: readonly Uint8Array[]; readonly reason: string };

/** Returns the reason why a chunk must not be at this position (counted from 0); undefined when it may. */
function positionProblem(header: ChunkHeader, position: number, bytesSoFar: number): string | undefined {
  // IHDR comes first, and once (section 5.6), and has 13 bytes (section 11.2.1).
  if ((header.type === "IHDR") !== (position === 0)) return "IHDR is not its first chunk";
  if (header.type === "IHDR" && header.length !== 13) return "its IHDR has a wrong length";
  if (header.type === "IEND") return "it has no image data";
  if (header.type !== "IDAT" && bytesSoFar + header.length > maxHeadBytes) {
    return `there are more than ${maxHeadBytes} bytes before the image data`;
  }
  return undefined;
}

/** Reads up to and including the header of the first IDAT chunk. */
export async function readPngHead(reader: ByteReader): Promise<PngHead> {
  const start = await reader.take(pngSignature.length);
  const bytes = [start];
  const damaged = (reason: string): PngHead => ({ isDamaged: true, bytes, reason });
  if (Buffer.compare(start, pngSignature) !== 0) return damaged("it is not a PNG");

  const chunks: Chunk[] = [];
  let total = 0;
  for (;;) {
    const first = await reader.take(headerBytes);
    const header = readHeader(first);
    if (header?.type === "IDAT" && chunks.length > 0)
      return { isDamaged: false, chunks, imageDataHeader: first };
    bytes.push(first);
    if (header === undefined) return damaged("a chunk has no length and type");
    const reason = positionProblem(header, chunks.length, total);
    if (reason !== undefined) return damaged(reason);

    const body = await reader.take(header.length + crcBytes);
    bytes.push(body);
    if (body.length < header.length + crcBytes) return damaged(`it ends inside its ${header.type} chunk`);
    const chunk = Buffer.concat([first, body]);
    if (!hasValidCrc(chunk)) return damaged(`the CRC of its ${header.type} chunk is wrong`);
    chunks.push({ header, bytes: chunk });
    total += chunk.length;
  }
}

/** The keyword of a text chunk. */
export const keywordOfChunk = (chunk: Chunk): string => keywordOf(chunk.bytes.subarray(headerBytes));

/** An `acTL` chunk in front of the image data marks an animation (section 11.3.6.2). */
export function imageHeaderOf(chunks: readonly Chunk[]): ImageHeader | undefined {
  const size = sizeOfIhdr(chunks[0]?.bytes.subarray(headerBytes) ?? new Uint8Array());
  if (typeof size === "string") return undefined;
  return { ...size, isAnimated: chunks.some(({ header }) => header.type === "acTL") };
}
