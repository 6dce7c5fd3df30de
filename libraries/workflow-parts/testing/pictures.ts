// For tests: real pictures of one colour.

import { crc32, deflateSync } from "node:zlib";
import type { Size } from "../upscale/upscaled.js";

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

/** A grey PNG. */
export function pngOf({ width, height }: Size): Buffer {
  const eightBitGrey = [8, 0, 0, 0, 0];
  const head = Buffer.concat([uint32(width), uint32(height), Buffer.from(eightBitGrey)]);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width, 128)]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
