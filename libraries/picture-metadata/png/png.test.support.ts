// Pictures for the tests, made and read by pngjs: an independent implementation of the format.

import { createRequire } from "node:module";
import { crc32 } from "node:zlib";

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

/** A sound chunk. */
export function chunk(type: string, ...data: readonly (Uint8Array | string)[]): Buffer {
  const body = Buffer.concat(
    [type, ...data].map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)),
  );
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}
