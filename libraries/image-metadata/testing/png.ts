// PNG images for the tests, encoded and decoded by pngjs: an implementation independent of this library.

import { pngChunk } from "@pictor/images/formats";
import { PNG } from "pngjs";

/** A gradient of 5 x 3 pixels. */
export const plainPng: Buffer = PNG.sync.write(
  Object.assign(new PNG({ width: 5, height: 3 }), {
    data: Buffer.from(Array.from({ length: 60 }, (_, index) => (index * 37) % 256)),
  }),
);

/** Checks the CRC of every chunk, too. */
export const decodePixels = (bytes: Buffer): Buffer => PNG.sync.read(bytes).data;

export interface DecodedChunk {
  readonly type: string;
  readonly data: Buffer;
}

/** All chunks of a PNG without damage. */
export function chunksOf(bytes: Buffer): readonly DecodedChunk[] {
  const chunks: DecodedChunk[] = [];
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

/** The offset of the first chunk of a type. */
export const chunkOffset = (bytes: Buffer, type: string): number => bytes.indexOf(type, 0, "latin1") - 4;

/** A chunk with a valid CRC. */
export const encodeChunk = (type: string, ...data: readonly (Uint8Array | string)[]): Buffer =>
  pngChunk(
    type,
    Buffer.concat(data.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part))),
  );
