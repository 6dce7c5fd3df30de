// The header of a WebP (RFC 9649): its first chunk, and the EXIF chunk.

import { orientationOf } from "./orientation.js";
import { maxHeadBytes, maxParts, type HeaderReading } from "./reading.js";
import type { Size } from "./size.js";

const [riffHeaderBytes, chunkHeaderBytes, vp8xBytes] = [12, 8, 10];
const [exifFlag, alphaFlag, animationFlag] = [0x08, 0x10, 0x02];

/** Number of bytes of the first chunk's data that `webpImageOf` needs. */
export const webpImageBytes = 10;

export interface WebpImage extends Size {
  readonly hasAlpha: boolean;
  readonly isAnimated: boolean;
}

/** The image that the start of a chunk's data declares; undefined for a chunk that declares none. */
export function webpImageOf(type: string, data: Uint8Array): WebpImage | undefined {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
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

/** Reads the size; and the orientation, if the first chunk announces EXIF data (section 2.7). */
export function* readWebpHeader(): HeaderReading {
  let at = riffHeaderBytes;
  const start = yield { at, length: chunkHeaderBytes + webpImageBytes };
  if (start.length < chunkHeaderBytes) return "it ends before its size";
  const [type, firstLength] = [start.toString("latin1", 0, 4), start.readUInt32LE(4)];
  const data = start.subarray(chunkHeaderBytes, chunkHeaderBytes + firstLength);
  const size = webpImageOf(type, data);
  if (size === undefined) return "its first chunk is not an image";
  if (type !== "VP8X" || (data.readUInt8(0) & exifFlag) === 0) return { size, orientation: 1 };
  for (let part = 0, length = firstLength; part < maxParts; part++) {
    at += chunkHeaderBytes + length + (length % 2);
    const header = yield { at, length: chunkHeaderBytes };
    if (header.length < chunkHeaderBytes) break;
    length = header.readUInt32LE(4);
    if (header.toString("latin1", 0, 4) !== "EXIF") continue;
    const exif = yield { at: at + chunkHeaderBytes, length: Math.min(length, maxHeadBytes) };
    return { size, orientation: orientationOf(exif) };
  }
  return { size, orientation: 1 };
}
