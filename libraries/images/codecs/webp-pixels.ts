// Reads the largest size that any part of a WebP file declares (RFC 9649), before it is decoded.
import { webpImageOf } from "../formats/webp.js";
import { readRiffChunks } from "../formats/riff.js";

/** Number of pixels of a chunk: of the canvas, of a frame of an animation, or of the image data. */
function pixelsOf(type: string, data: Buffer): number {
  if (type === "ANMF" && data.length >= 12) return (data.readUIntLE(6, 3) + 1) * (data.readUIntLE(9, 3) + 1);
  const { width, height } = webpImageOf(type, data) ?? { width: 0, height: 0 };
  return width * height;
}

/** The largest number of pixels that any chunk of the file declares. */
export function webpPixels(file: Buffer): number {
  const chunks = readRiffChunks(file);
  const frames = chunks.flatMap(({ type, data }) => (type === "ANMF" ? readRiffChunks(data, 16) : []));
  return [...chunks, ...frames].reduce((most, { type, data }) => Math.max(most, pixelsOf(type, data)), 0);
}
