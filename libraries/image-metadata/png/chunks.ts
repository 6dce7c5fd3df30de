// Reads and encodes PNG chunks (PNG specification, third edition, section 5).

import { crc32 } from "node:zlib";
import { pngChunk } from "@pictor/images/formats";
import { viewOf } from "../base/byte-reader.js";
import { canEncodeAsLatin1 } from "./latin1-text.js";

/** Size in bytes of the length and the type in front of a chunk's data (section 5.3). */
export const headerBytes = 8;
/** Size in bytes of the CRC after a chunk's data. */
export const crcBytes = 4;
/** A keyword of at most 79 bytes and the NUL after it (section 11.3.3.1). */
const maxKeywordBytes = 80;
/** Section 5.3 limits a chunk to 2^31 - 1 bytes of data. */
const maxDataBytes = 0x7fff_ffff;

export interface ChunkHeader {
  readonly type: string;
  /** Size of the data in bytes. */
  readonly length: number;
}

/** A text with the keyword to write it under. */
export interface KeywordText {
  /** The keyword: 1 to 79 printable Latin-1 characters. */
  readonly keyword: string;
  readonly text: string;
}

/** Parses the header of a chunk; undefined when the bytes are not a valid header. */
export function readHeader(bytes: Uint8Array): ChunkHeader | undefined {
  if (bytes.length !== headerBytes) return undefined;
  const length = viewOf(bytes).getUint32(0);
  const type = Buffer.from(bytes.subarray(4)).toString("latin1");
  return length <= maxDataBytes && /^[A-Za-z]{4}$/.test(type) ? { type, length } : undefined;
}

/** Whether the CRC of a whole chunk fits its type and data (section 5.5). */
export const hasValidCrc = (chunk: Uint8Array): boolean =>
  crc32(chunk.subarray(4, -crcBytes)) === viewOf(chunk).getUint32(chunk.length - crcBytes);

export const isTextChunk = (header: ChunkHeader): boolean => ["tEXt", "zTXt", "iTXt"].includes(header.type);

/** The keyword of a text chunk, from the start of its data; empty when it has none. */
export function keywordOf(data: Uint8Array): string {
  const end = data.subarray(0, maxKeywordBytes).indexOf(0);
  return end < 0 ? "" : Buffer.from(data.subarray(0, end)).toString("latin1");
}

/**
 * Encodes a text chunk: tEXt in Latin-1 if the characters allow it (section 11.3.3.2), else iTXt in UTF-8, uncompressed
 * and without a language tag (section 11.3.3.4). Removes NUL, which text chunks must not contain; lines end with LF.
 */
export function encodeTextChunk({ keyword, text }: KeywordText): Uint8Array {
  const clean = text.replaceAll("\0", "").replace(/\r\n?/g, "\n");
  const keywordBytes = Buffer.from(`${keyword}\0`, "latin1");
  if (canEncodeAsLatin1(clean))
    return pngChunk("tEXt", Buffer.concat([keywordBytes, Buffer.from(clean, "latin1")]));
  // The compression flag, the compression method, an empty language tag and an empty translated keyword, each one byte.
  const uncompressed = Buffer.from([0, 0, 0, 0]);
  return pngChunk("iTXt", Buffer.concat([keywordBytes, uncompressed, Buffer.from(clean, "utf8")]));
}
