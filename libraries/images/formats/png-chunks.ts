// Reads and encodes the chunks of PNG files (PNG specification, third edition, section 5), and reads their texts.
import { crc32 } from "node:zlib";
import { imageFileFormatOf } from "./format.js";

/** The first bytes of every PNG (section 5.2). */
export const pngSignature: Uint8Array = Buffer.from("89504e470d0a1a0a", "hex");

/** A chunk: length, type, data, and the CRC of type and data (section 5.3). */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, "latin1");
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** The chunks of a PNG file in order; the data of a truncated last one is shorter than it says. */
export function* pngChunks(file: Buffer): Generator<Chunk> {
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const data = file.subarray(at + 8, at + 8 + file.readUInt32BE(at));
    yield { type: file.toString("latin1", at + 4, at + 8), data };
  }
}

/** Texts of tEXt chunks by keyword; empty for other formats. For a truncated file, the texts before its end. */
export function readPngTextChunks(file: Uint8Array): Record<string, string> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const texts: Record<string, string> = {};
  if (imageFileFormatOf(bytes) !== "png") return texts;
  for (const { type, data } of pngChunks(bytes)) {
    const end = type === "tEXt" ? data.indexOf(0) : 0;
    if (end > 0) texts[data.toString("latin1", 0, end)] = data.toString("latin1", end + 1);
  }
  return texts;
}
