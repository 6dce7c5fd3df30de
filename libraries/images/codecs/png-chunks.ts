// Reads the chunks of PNG files, and the texts in them.
import { imageFileFormatOf } from "../header/format.js";

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
