// Parses the TIFF structure of EXIF data (TIFF 6.0, section 2): directories of entries. All offsets and lengths are checked.

import { viewOf } from "../base/byte-reader.js";
import * as tags from "./exif-tags.js";

/** Number of bytes of one value, by value type. */
const valueBytes: Readonly<Record<number, number>> = {
  1: 1, // byte
  2: 1, // ASCII
  3: 2, // short
  4: 4, // long
  5: 8, // rational
  6: 1,
  7: 1, // undefined
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4, // directory
  129: 1, // UTF-8
};
const entryBytes = 12;
/** Values of up to this many bytes are stored in the entry itself. */
export const maxInlineBytes = 4;

export interface Entry {
  readonly tag: number;
  readonly type: number;
  /** The bytes of the entry. */
  readonly raw: Uint8Array;
  /** The bytes of the value; undefined when the type is unknown or the value lies outside the data. */
  readonly value: Uint8Array | undefined;
}
export interface Directory {
  readonly entries: readonly Entry[];
  /** Offset of the next directory; 0 for none. */
  readonly next: number;
}
export interface Tiff {
  readonly bytes: Uint8Array;
  readonly isLittleEndian: boolean;
  readonly first: Directory;
  /** The EXIF directory: camera data and `UserComment`. */
  readonly exif: Directory | undefined;
}

function valueOf(bytes: Uint8Array, at: number, isLittleEndian: boolean): Uint8Array | undefined {
  const view = viewOf(bytes);
  const length =
    (valueBytes[view.getUint16(at + 2, isLittleEndian)] ?? NaN) * view.getUint32(at + 4, isLittleEndian);
  const start = length <= maxInlineBytes ? at + 8 : view.getUint32(at + 8, isLittleEndian);
  return start + length <= bytes.length ? bytes.subarray(start, start + length) : undefined;
}

/** Reads a directory; undefined if it would lie outside the data. */
function readDirectory(bytes: Uint8Array, at: number, isLittleEndian: boolean): Directory | undefined {
  if (at < 8 || at + 2 > bytes.length) return undefined;
  const view = viewOf(bytes);
  const count = view.getUint16(at, isLittleEndian);
  const end = at + 2 + count * entryBytes;
  if (end > bytes.length) return undefined;
  const entries = Array.from({ length: count }, (_, index): Entry => {
    const start = at + 2 + index * entryBytes;
    return {
      tag: view.getUint16(start, isLittleEndian),
      type: view.getUint16(start + 2, isLittleEndian),
      raw: bytes.subarray(start, start + entryBytes),
      value: valueOf(bytes, start, isLittleEndian),
    };
  });
  // Some programs leave out the offset of the next directory.
  return { entries, next: end + 4 <= bytes.length ? view.getUint32(end, isLittleEndian) : 0 };
}

/** Parses a TIFF structure; undefined when the bytes are none, or when the first directory or the EXIF directory lies outside. */
export function readTiff(bytes: Uint8Array): Tiff | undefined {
  const start = Buffer.from(bytes.subarray(0, 4)).toString("latin1");
  if ((start !== "II*\0" && start !== "MM\0*") || bytes.length < 8) return undefined;
  const isLittleEndian = start.startsWith("I");
  const first = readDirectory(bytes, viewOf(bytes).getUint32(4, isLittleEndian), isLittleEndian);
  if (first === undefined) return undefined;
  const pointer = first.entries.find(({ tag }) => tag === tags.exifPointer);
  if (pointer === undefined) return { bytes, isLittleEndian, first, exif: undefined };
  const exif = readDirectory(bytes, viewOf(pointer.raw).getUint32(8, isLittleEndian), isLittleEndian);
  return exif === undefined ? undefined : { bytes, isLittleEndian, first, exif };
}
