// Reads and encodes WebP chunks (RFC 9649, section 2): RIFF chunks of even length after a header with the total length.

import { riffChunk, type WebpImage } from "@pictor/images/formats";

/** Number of bytes of `RIFF`, the file length, and `WEBP`. */
export const riffHeaderBytes = 12;
/** Number of bytes of a chunk's type and length. */
export const chunkHeaderBytes = 8;
/** Number of bytes of the data of a VP8X chunk (section 2.7). */
const vp8xBytes = 10;
/** Maximum of all chunks together (section 2.4), less some bytes for the RIFF header and a VP8X chunk. */
export const maxTotalBytes = 2 ** 32 - 64;
const exifFlag = 0x08;
const xmpFlag = 0x04;
const alphaFlag = 0x10;

export interface ChunkHeader {
  readonly type: string;
  /** Number of bytes of the chunk's data. */
  readonly length: number;
  /** Number of bytes of the chunk's data with the padding byte that makes the length even. */
  readonly paddedLength: number;
}

export const paddedLength = (length: number): number => length + (length % 2);

/** The length of all chunks together; undefined when the bytes are not the RIFF header of a WebP. */
export function readRiffHeader(bytes: Uint8Array): number | undefined {
  const header = Buffer.from(bytes);
  if (header.length !== riffHeaderBytes) return undefined;
  const isWebp = header.toString("latin1", 0, 4) === "RIFF" && header.toString("latin1", 8, 12) === "WEBP";
  const total = header.readUInt32LE(4) - 4;
  return isWebp && total >= chunkHeaderBytes ? total : undefined;
}

export function readChunkHeader(bytes: Uint8Array): ChunkHeader | undefined {
  if (bytes.length !== chunkHeaderBytes) return undefined;
  const header = Buffer.from(bytes);
  const length = header.readUInt32LE(4);
  return { type: header.toString("latin1", 0, 4), length, paddedLength: paddedLength(length) };
}

/** Whether the first chunk says that EXIF or XMP data follow. */
export const announcesTexts = (type: string, data: Uint8Array): boolean =>
  type === "VP8X" && ((data[0] ?? 0) & (exifFlag | xmpFlag)) !== 0;

/** Encodes a VP8X chunk with the EXIF flag, for a still image that has no VP8X chunk. */
export function encodeVp8xChunk({ width, height, hasAlpha }: WebpImage): Uint8Array {
  const data = Buffer.alloc(vp8xBytes);
  data.writeUInt8(exifFlag | (hasAlpha ? alphaFlag : 0), 0);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return riffChunk("VP8X", data);
}

/** The start of a VP8X chunk's data with the EXIF flag set. */
export const withExifFlag = (data: Uint8Array): Uint8Array =>
  data.map((byte, index) => (index === 0 ? byte | exifFlag : byte));
