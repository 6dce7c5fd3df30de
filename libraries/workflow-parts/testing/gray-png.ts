// For tests: PNG files with real content of one gray value.

import { crc32, deflateSync } from "node:zlib";
import type { Size } from "../upscale/scale-primary.js";

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

/** The bytes of a gray PNG of the given size in pixels. */
export function createGrayPng({ width, height }: Size): Buffer {
  const eightBitGray = [8, 0, 0, 0, 0];
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from(eightBitGray)]);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width, 128)]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(rows)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}
