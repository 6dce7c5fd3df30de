// WebP chunks (RFC 9649, section 2): RIFF chunks of even length behind a header that says how long they are together.

import type { Shape } from "../types.js";

/** `RIFF`, length, `WEBP`. */
export const startBytes = 12;
export const headerBytes = 8;
/** Of a VP8X chunk's data (section 2.7). */
const extendedBytes = 10;
/** How much of the first chunk's data is needed for the size. */
export const sizeBytes = 10;
/** All chunks together, with some bytes to spare for the header and a VP8X chunk (section 2.4). */
export const maxTotalBytes = 2 ** 32 - 64;
const exifFlag = 0x08;
const alphaFlag = 0x10;
const animationFlag = 0x02;

export interface Header {
  readonly type: string;
  /** Of the data alone, in bytes. */
  readonly length: number;
  /** With the byte that makes it even. */
  readonly padded: number;
}

export const padded = (length: number): number => length + (length % 2);

/** Length of all chunks, in bytes; undefined where no WebP starts so. */
export function readStart(bytes: Uint8Array): number | undefined {
  const start = Buffer.from(bytes);
  if (start.length !== startBytes) return undefined;
  const isWebp = start.toString("latin1", 0, 4) === "RIFF" && start.toString("latin1", 8, 12) === "WEBP";
  const length = start.readUInt32LE(4) - 4;
  return isWebp && length >= headerBytes ? length : undefined;
}

export function writeStart(length: number): Uint8Array {
  const start = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
  start.writeUInt32LE(length + 4, 4);
  return start;
}

export function readHeader(bytes: Uint8Array): Header | undefined {
  if (bytes.length !== headerBytes) return undefined;
  const header = Buffer.from(bytes);
  const length = header.readUInt32LE(4);
  return { type: header.toString("latin1", 0, 4), length, padded: padded(length) };
}

export function writeHeader(type: string, length: number): Uint8Array {
  const header = Buffer.alloc(headerBytes);
  header.write(type, 0, "latin1");
  header.writeUInt32LE(length, 4);
  return header;
}

export interface Picture extends Shape {
  readonly hasAlpha: boolean;
}

/** What the first chunk says of the picture, from the beginning of its data; undefined where it begins no picture. */
export function readFirst(type: string, data: Uint8Array): Picture | undefined {
  const bytes = Buffer.from(data);
  if (type === "VP8X" && bytes.length >= extendedBytes) {
    const flags = bytes.readUInt8(0);
    const size = { width: bytes.readUIntLE(4, 3) + 1, height: bytes.readUIntLE(7, 3) + 1 };
    return { ...size, hasAlpha: (flags & alphaFlag) !== 0, isAnimated: (flags & animationFlag) !== 0 };
  }
  const single = { hasAlpha: false, isAnimated: false };
  // The start of a key frame (RFC 6386, section 9.1): two bits of scaling above each number.
  if (type === "VP8 " && bytes.length >= 10 && bytes.readUIntBE(3, 3) === 0x9d012a) {
    const [width, height] = [bytes.readUInt16LE(6) & 0x3fff, bytes.readUInt16LE(8) & 0x3fff];
    return width > 0 && height > 0 ? { ...single, width, height } : undefined;
  }
  // RFC 9649, section 3.4: a signature, then 14 bits each, less one, and whether there is alpha.
  if (type === "VP8L" && bytes.length >= 5 && bytes.readUInt8(0) === 0x2f) {
    const bits = bytes.readUInt32LE(1);
    const size = { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    return { ...single, ...size, hasAlpha: (bits & (1 << 28)) !== 0 };
  }
  return undefined;
}

/** A VP8X chunk that announces EXIF data, for a picture that has none yet. */
export function writeExtended({ width, height, hasAlpha }: Picture): Uint8Array {
  const data = Buffer.alloc(extendedBytes);
  data.writeUInt8(exifFlag | (hasAlpha ? alphaFlag : 0), 0);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return Buffer.concat([writeHeader("VP8X", extendedBytes), data]);
}

/** The beginning of a VP8X chunk's data, with EXIF data announced. */
export const announced = (data: Uint8Array): Uint8Array =>
  data.map((byte, index) => (index === 0 ? byte | exifFlag : byte));
