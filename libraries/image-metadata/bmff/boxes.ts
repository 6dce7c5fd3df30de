// Boxes of the ISO base media file format (ISO/IEC 14496-12, section 4.2): those of MP4 and AVIF files.

import type { ByteReader } from "../base/byte-reader.js";

export interface BoxHeader {
  readonly type: string;
  /** Length of the content in bytes; infinite for a box up to the end of the file. */
  readonly length: number;
  readonly headerBytes: number;
}

export interface Box {
  readonly type: string;
  readonly data: Buffer;
}

const shortHeader = 8;
const longHeader = 16;

/** Reads the header of the next box; undefined at the end, and for bytes that are no header. */
export async function readBoxHeader(reader: ByteReader): Promise<BoxHeader | undefined> {
  const start = Buffer.from(await reader.take(shortHeader));
  if (start.length < shortHeader) return undefined;
  const type = start.toString("latin1", 4, 8);
  const size = start.readUInt32BE(0);
  if (size === 0) return { type, length: Infinity, headerBytes: shortHeader };
  if (size !== 1)
    return size < shortHeader ? undefined : { type, length: size - shortHeader, headerBytes: shortHeader };
  const long = Buffer.from(await reader.take(longHeader - shortHeader));
  if (long.length < longHeader - shortHeader) return undefined;
  const length = Number(long.readBigUInt64BE(0)) - longHeader;
  return length < 0 ? undefined : { type, length, headerBytes: longHeader };
}

/** The most boxes in one; the texts of a file are few. */
const maxBoxes = 10_000;

/** The first boxes in the bytes. Stops at a box that does not fit. */
export function boxesIn(bytes: Buffer): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + shortHeader <= bytes.length && boxes.length < maxBoxes;) {
    const size = bytes.readUInt32BE(at) || bytes.length - at;
    if (size < shortHeader || at + size > bytes.length) break;
    boxes.push({
      type: bytes.toString("latin1", at + 4, at + 8),
      data: bytes.subarray(at + shortHeader, at + size),
    });
    at += size;
  }
  return boxes;
}

/** The content of the first box of the type. */
export const findBox = (boxes: readonly Box[], type: string): Buffer | undefined =>
  boxes.find((box) => box.type === type)?.data;

const fullBoxBytes = 4;
/** The boxes in a `meta` box, which begins with a version in ISO files and with a box in QuickTime files. */
export const boxesOfMeta = (meta: Buffer): readonly Box[] =>
  boxesIn(meta.toString("latin1", 4, 8) === "hdlr" ? meta : meta.subarray(fullBoxBytes));

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
