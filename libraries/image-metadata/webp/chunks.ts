// Reads and encodes WebP chunks (RFC 9649, section 2): RIFF chunks of even length after a header with the total length.

import type { ImageHeader } from "../base/image-header.js";

/** Number of bytes of `RIFF`, the file length, and `WEBP`. */
export const riffHeaderBytes = 12;
/** Number of bytes of a chunk's type and length. */
export const chunkHeaderBytes = 8;
/** Number of bytes of the first chunk's data that `readImageHeader` needs. */
export const imageHeaderBytes = 10;
/** Number of bytes of the data of a VP8X chunk (section 2.7). */
const vp8xBytes = 10;
/** Maximum of all chunks together (section 2.4), less some bytes for the RIFF header and a VP8X chunk. */
export const maxTotalBytes = 2 ** 32 - 64;
const exifFlag = 0x08;
const xmpFlag = 0x04;
const alphaFlag = 0x10;
const animationFlag = 0x02;

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

export function encodeRiffHeader(total: number): Uint8Array {
  const header = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
  header.writeUInt32LE(total + 4, 4);
  return header;
}

export function readChunkHeader(bytes: Uint8Array): ChunkHeader | undefined {
  if (bytes.length !== chunkHeaderBytes) return undefined;
  const header = Buffer.from(bytes);
  const length = header.readUInt32LE(4);
  return { type: header.toString("latin1", 0, 4), length, paddedLength: paddedLength(length) };
}

export function encodeChunkHeader(type: string, length: number): Uint8Array {
  const header = Buffer.alloc(chunkHeaderBytes);
  header.write(type, 0, "latin1");
  header.writeUInt32LE(length, 4);
  return header;
}

export interface WebpImageHeader extends ImageHeader {
  readonly hasAlpha: boolean;
}

/** Parses the image header at the start of the first chunk's data; undefined when the chunk has none. */
export function readImageHeader(type: string, data: Uint8Array): WebpImageHeader | undefined {
  const bytes = Buffer.from(data);
  if (type === "VP8X" && bytes.length >= vp8xBytes) {
    const flags = bytes.readUInt8(0);
    const size = { width: bytes.readUIntLE(4, 3) + 1, height: bytes.readUIntLE(7, 3) + 1 };
    return { ...size, hasAlpha: (flags & alphaFlag) !== 0, isAnimated: (flags & animationFlag) !== 0 };
  }
  const still = { hasAlpha: false, isAnimated: false };
  // The start of a key frame (RFC 6386, section 9.1): the upper two bits of each number are a scale.
  if (type === "VP8 " && bytes.length >= 10 && bytes.readUIntBE(3, 3) === 0x9d012a) {
    const [width, height] = [bytes.readUInt16LE(6) & 0x3fff, bytes.readUInt16LE(8) & 0x3fff];
    return width > 0 && height > 0 ? { ...still, width, height } : undefined;
  }
  // A signature byte, width - 1 and height - 1 in 14 bits each, and the alpha bit (RFC 9649, section 3.4).
  if (type === "VP8L" && bytes.length >= 5 && bytes.readUInt8(0) === 0x2f) {
    const bits = bytes.readUInt32LE(1);
    const size = { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    return { ...still, ...size, hasAlpha: (bits & (1 << 28)) !== 0 };
  }
  return undefined;
}

/** Whether the first chunk says that EXIF or XMP data follow. */
export const announcesTexts = (type: string, data: Uint8Array): boolean =>
  type === "VP8X" && ((data[0] ?? 0) & (exifFlag | xmpFlag)) !== 0;

/** Encodes a VP8X chunk with the EXIF flag, for a still image that has no VP8X chunk. */
export function encodeVp8xChunk({ width, height, hasAlpha }: WebpImageHeader): Uint8Array {
  const data = Buffer.alloc(vp8xBytes);
  data.writeUInt8(exifFlag | (hasAlpha ? alphaFlag : 0), 0);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return Buffer.concat([encodeChunkHeader("VP8X", vp8xBytes), data]);
}

/** The start of a VP8X chunk's data with the EXIF flag set. */
export const withExifFlag = (data: Uint8Array): Uint8Array =>
  data.map((byte, index) => (index === 0 ? byte | exifFlag : byte));
