// Everything in front of a PNG's image data, read and checked as a whole.

import type { ByteReader } from "../byte-reader.js";
import { maxHeadBytes } from "../limits.js";
import type { Shape, Size } from "../types.js";
import { crcBytes, hasRightCrc, headerBytes, keywordOf, readHeader, signature } from "./chunks.js";
import type { ChunkHeader } from "./chunks.js";

export interface Chunk {
  readonly header: ChunkHeader;
  /** With length, type and CRC. */
  readonly bytes: Uint8Array;
}

/** `sound`: signature, chunks, and the header of the first IDAT. `broken`: the bytes that were read, and why. */
export type Head =
  | { readonly state: "sound"; readonly chunks: readonly Chunk[]; readonly imageHeader: Uint8Array }
  | { readonly state: "broken"; readonly bytes: readonly Uint8Array[]; readonly reason: string };

/** Why a chunk cannot stand where it stands, if so; `position` counts from 0. */
function misplaced(header: ChunkHeader, position: number, bytesSoFar: number): string | undefined {
  // Section 5.6: IHDR comes first, and once; section 11.2.1: it has 13 bytes.
  if ((header.type === "IHDR") !== (position === 0)) return "IHDR is not its first chunk";
  if (header.type === "IHDR" && header.length !== 13) return "its IHDR has a wrong length";
  if (header.type === "IEND") return "it has no image data";
  if (header.type !== "IDAT" && bytesSoFar + header.length > maxHeadBytes) {
    return `there are more than ${maxHeadBytes} bytes in front of the image data`;
  }
  return undefined;
}

/** Reads up to and including the header of the first IDAT. Nothing is lost: a broken head gives back all its bytes. */
export async function readHead(reader: ByteReader): Promise<Head> {
  const start = await reader.take(signature.length);
  const bytes = [start];
  const broken = (reason: string): Head => ({ state: "broken", bytes, reason });
  if (Buffer.compare(start, signature) !== 0) return broken("it is not a PNG");

  const chunks: Chunk[] = [];
  let total = 0;
  for (;;) {
    const first = await reader.take(headerBytes);
    const header = readHeader(first);
    if (header?.type === "IDAT" && chunks.length > 0) return { state: "sound", chunks, imageHeader: first };
    bytes.push(first);
    if (header === undefined) return broken("a chunk begins without length and type");
    const reason = misplaced(header, chunks.length, total);
    if (reason !== undefined) return broken(reason);

    const body = await reader.take(header.length + crcBytes);
    bytes.push(body);
    if (body.length < header.length + crcBytes) return broken(`it ends inside its ${header.type} chunk`);
    const chunk = Buffer.concat([first, body]);
    if (!hasRightCrc(chunk)) return broken(`the CRC of its ${header.type} chunk is wrong`);
    chunks.push({ header, bytes: chunk });
    total += chunk.length;
  }
}

/** The keyword of a text chunk that is at hand. */
export const keywordOfChunk = (chunk: Chunk): string => keywordOf(chunk.bytes.subarray(headerBytes));

/** Pixels, from the data of an IHDR chunk (section 11.2.1); undefined where a side is 0. */
export function sizeOf(ihdr: Uint8Array): Size | undefined {
  const view = new DataView(ihdr.buffer, ihdr.byteOffset, ihdr.byteLength);
  const [width, height] = ihdr.length >= 13 ? [view.getUint32(0), view.getUint32(4)] : [0, 0];
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** `acTL` in front of the image data makes an animation (section 11.3.6.2). */
export function shapeOf(chunks: readonly Chunk[]): Shape | undefined {
  const size = sizeOf(chunks[0]?.bytes.subarray(headerBytes) ?? new Uint8Array());
  return size && { ...size, isAnimated: chunks.some(({ header }) => header.type === "acTL") };
}
