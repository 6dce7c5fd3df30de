// Reads boxes of the ISO base media file format (ISO/IEC 14496-12, section 4.2) from a stream, and the fields in them.

import { boxHeaderOf, type BoxHeader } from "@pictor/images/formats";
import type { ByteReader } from "../base/byte-reader.js";

/** Reads the header of the next box; undefined at the end, and for bytes that are no header. */
export async function readBoxHeader(reader: ByteReader): Promise<BoxHeader | undefined> {
  const start = Buffer.from(await reader.take(8));
  // A length of 1 stands for one of 64 bits, which follows.
  const isLong = start.length === 8 && start.readUInt32BE(0) === 1;
  return boxHeaderOf(isLong ? Buffer.concat([start, await reader.take(8)]) : start);
}

/** Reads unsigned integers in turn; zero behind the end. */
export function createFieldReader(bytes: Buffer) {
  let at = 0;
  return {
    /** An integer of 0, 1, 2, 4 or 8 bytes. */
    take(size: number): number {
      const end = at + size;
      let value = 0;
      if (end <= bytes.length)
        for (let index = at; index < end; index++) value = value * 256 + (bytes[index] ?? 0);
      at = end;
      return value;
    },
    /** A text that ends with NUL. */
    text(): string {
      const end = bytes.indexOf(0, at);
      const text = bytes.toString("utf8", at, end < 0 ? bytes.length : end);
      at = end < 0 ? bytes.length : end + 1;
      return text;
    },
    isAtEnd: () => at >= bytes.length,
  };
}
