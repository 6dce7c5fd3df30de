// Pictures for the tests, made and read by pngjs: an independent implementation of the format.

import { createRequire } from "node:module";

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}
interface Pngjs {
  readonly PNG: {
    readonly sync: {
      write(picture: Picture): Buffer;
      /** Checks every CRC. */
      read(bytes: Buffer): Picture;
    };
  };
}
// pngjs has no types of its own.
const { PNG } = createRequire(import.meta.url)("pngjs") as Pngjs;

/** A gradient of 5 x 3 pixels. */
export const plain: Buffer = PNG.sync.write({
  width: 5,
  height: 3,
  data: Buffer.from(Array.from({ length: 60 }, (_, index) => (index * 37) % 256)),
});

export const pixels = (bytes: Buffer): Buffer => PNG.sync.read(bytes).data;

export interface ReadChunk {
  readonly type: string;
  readonly data: Buffer;
}

/** All chunks of a sound PNG. */
export function chunksOf(bytes: Buffer): readonly ReadChunk[] {
  const chunks: ReadChunk[] = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    chunks.push({
      type: bytes.toString("latin1", at + 4, at + 8),
      data: bytes.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

/** Where a chunk's length stands. */
export const positionOf = (bytes: Buffer, type: string): number => bytes.indexOf(type, 0, "latin1") - 4;

export const insertAt = (bytes: Buffer, at: number, ...inserted: readonly Uint8Array[]): Buffer =>
  Buffer.concat([bytes.subarray(0, at), ...inserted, bytes.subarray(at)]);

/** The bytes in pieces of `size`, as a network might deliver them. */
export async function* inPieces(bytes: Uint8Array, size = Infinity): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, Math.min(bytes.length, at + size));
}

export async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}
