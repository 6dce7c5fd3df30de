// Reads and writes RIFF, the container of WebP files (RFC 9649, section 2.3).

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** The chunks of a RIFF file in order; a truncated last one is left out. `from` is the offset of the first chunk. */
export function readRiffChunks(file: Buffer, from = 12): Chunk[] {
  const found: Chunk[] = [];
  for (let at = from; at + 8 <= file.length;) {
    const length = file.readUInt32LE(at + 4);
    if (at + 8 + length > file.length) break;
    found.push({ type: file.toString("latin1", at, at + 4), data: file.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return found;
}

/** The header of a WebP file whose chunks have `length` bytes together. */
export function riffHeader(length: number): Buffer {
  const header = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
  header.writeUInt32LE(length + 4, 4);
  return header;
}

/** A WebP file. */
export function riffFile(chunks: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(chunks);
  return Buffer.concat([riffHeader(body.length), body]);
}

/** The FourCC of a chunk and the length of its data. */
export function riffChunkHeader(type: string, length: number): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 0, "latin1");
  header.writeUInt32LE(length, 4);
  return header;
}

/** A chunk: FourCC, length, data, and a padding byte after an odd length. */
export const riffChunk = (type: string, data: Uint8Array): Buffer =>
  Buffer.concat([riffChunkHeader(type, data.length), data, Buffer.alloc(data.length % 2)]);
