// Reads the size that a WebP file declares (RFC 9649), before any part of it is decoded.
import { readRiffChunks } from "./riff.js";

const uint24 = (data: Buffer, at: number): number => (at + 3 <= data.length ? data.readUIntLE(at, 3) : 0);

/** Number of pixels of a chunk: of the canvas, of a frame of an animation, or of the image data. */
function pixelsOf(type: string, data: Buffer): number {
  if (type === "VP8X") return (uint24(data, 4) + 1) * (uint24(data, 7) + 1);
  if (type === "ANMF") return (uint24(data, 6) + 1) * (uint24(data, 9) + 1);
  if (data.length < 10) return 0;
  if (type === "VP8 ") return (data.readUInt16LE(6) & 0x3fff) * (data.readUInt16LE(8) & 0x3fff);
  if (type !== "VP8L") return 0;
  const bits = data.readUInt32LE(1);
  return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1);
}

/** The largest number of pixels that any chunk of the file declares. */
export function webpPixels(file: Buffer): number {
  const chunks = readRiffChunks(file);
  const frames = chunks.flatMap(({ type, data }) => (type === "ANMF" ? readRiffChunks(data, 16) : []));
  return [...chunks, ...frames].reduce((most, { type, data }) => Math.max(most, pixelsOf(type, data)), 0);
}
