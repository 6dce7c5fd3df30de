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

/** A RIFF file with the form type WEBP. */
export function riffFile(chunks: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat([Buffer.from("WEBP", "latin1"), ...chunks]);
  const header = Buffer.alloc(8);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(body.length, 4);
  return Buffer.concat([header, body]);
}

/** A chunk: FourCC, length, data, and a padding byte after an odd length. */
export function riffChunk(type: string, data: Uint8Array): Buffer {
  const out = Buffer.alloc(8 + data.length + (data.length % 2));
  out.write(type, 0, "latin1");
  out.writeUInt32LE(data.length, 4);
  out.set(data, 8);
  return out;
}
