// PNG chunks (PNG specification, third edition, section 5): the layout, and how text chunks are made and recognised.

import { crc32 } from "node:zlib";
import { isLatin1 } from "./latin.js";

/** Section 5.2. */
export const signature: Uint8Array = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Length and type in front of a chunk's data, in bytes (section 5.3). */
export const headerBytes = 8;
/** CRC behind a chunk's data, in bytes. */
export const crcBytes = 4;
/** A keyword of at most 79 bytes and the NUL behind it (section 11.3.3.1): all that is needed to recognise a text. */
export const maxKeywordBytes = 80;
/** Section 5.3: a length is at most 2^31 - 1. */
const maxLength = 0x7fff_ffff;

export interface ChunkHeader {
  readonly type: string;
  /** Of the data alone, in bytes. */
  readonly length: number;
}

/** A text to write under a keyword. */
export interface Text {
  /** 1 to 79 printable Latin-1 characters. */
  readonly keyword: string;
  readonly text: string;
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Reads the eight bytes in front of a chunk; undefined where no chunk of a PNG can start so. */
export function readHeader(bytes: Uint8Array): ChunkHeader | undefined {
  if (bytes.length !== headerBytes) return undefined;
  const length = viewOf(bytes).getUint32(0);
  const type = Buffer.from(bytes.subarray(4)).toString("latin1");
  return length <= maxLength && /^[A-Za-z]{4}$/.test(type) ? { type, length } : undefined;
}

/** Whether the CRC at the end of a whole chunk is that of its type and data (section 5.5). */
export const hasRightCrc = (chunk: Uint8Array): boolean =>
  crc32(chunk.subarray(4, -crcBytes)) === viewOf(chunk).getUint32(chunk.length - crcBytes);

export const isText = (header: ChunkHeader): boolean => ["tEXt", "zTXt", "iTXt"].includes(header.type);

/** The keyword of a text chunk, from the first bytes of its data. */
export function keywordOf(data: Uint8Array): string {
  const end = data.subarray(0, maxKeywordBytes).indexOf(0);
  return end < 0 ? "" : Buffer.from(data.subarray(0, end)).toString("latin1");
}

function writeChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(headerBytes + data.length + crcBytes);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, "latin1");
  chunk.set(data, headerBytes);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -crcBytes)), chunk.length - crcBytes);
  return chunk;
}

/**
 * A text as chunk: tEXt in Latin-1 where its characters allow it (section 11.3.3.2), else iTXt in UTF-8, uncompressed
 * and without language (section 11.3.3.4). NUL, which no text chunk may hold, is left out; lines end with LF.
 */
export function writeText({ keyword, text }: Text): Uint8Array {
  const clean = text.replaceAll("\0", "").replace(/\r\n?/g, "\n");
  const head = Buffer.from(`${keyword}\0`, "latin1");
  if (isLatin1(clean)) return writeChunk("tEXt", Buffer.concat([head, Buffer.from(clean, "latin1")]));
  // Compression flag, compression method, empty language tag, empty translated keyword.
  const plain = Buffer.from([0, 0, 0, 0]);
  return writeChunk("iTXt", Buffer.concat([head, plain, Buffer.from(clean, "utf8")]));
}
