// Adds entries to EXIF data. Existing bytes are not moved, because the maker notes of cameras contain absolute offsets; instead,
// new directories that refer to the existing values are appended.

import * as tags from "./exif-tags.js";
import { maxInlineBytes } from "./tiff.js";
import type { Directory, Tiff } from "./tiff.js";

/** An entry to write. It replaces an existing entry with the same tag. */
export interface NewEntry {
  readonly tag: number;
  readonly type: number;
  readonly value: Uint8Array;
}

export interface TiffChanges {
  /** New entries of the first directory. */
  readonly first: readonly NewEntry[];
  /** Tags to remove from the first directory. */
  readonly removedTags?: readonly number[];
  /** New entries of the EXIF directory. */
  readonly exif: readonly NewEntry[];
}

const emptyDirectory: Directory = { entries: [], next: 0 };

/** A big-endian structure without entries. */
export const emptyTiff: Tiff = {
  bytes: Buffer.from("MM\0*\0\0\0\0", "latin1"),
  isLittleEndian: false,
  first: emptyDirectory,
  exif: undefined,
};

/** Appends bytes to a TIFF structure and encodes numbers in its byte order. */
function createAppender(start: Uint8Array, isLittleEndian: boolean) {
  const parts: Uint8Array[] = [start];
  let length = start.length;
  /** Returns the offset of the bytes. */
  const append = (bytes: Uint8Array): number => {
    // Values and directories start at even offsets (TIFF 6.0, section 2).
    if (length % 2 === 1) {
      parts.push(Buffer.alloc(1));
      length++;
    }
    const at = length;
    parts.push(bytes);
    length += bytes.length;
    return at;
  };
  const encodeNumbers = (...values: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer => {
    const encoded = values.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      if (isLittleEndian) buffer.writeUIntLE(value, 0, bytes);
      else buffer.writeUIntBE(value, 0, bytes);
      return buffer;
    });
    return Buffer.concat(encoded);
  };
  return { append, encodeNumbers, bytes: () => Buffer.concat(parts) };
}
type Appender = ReturnType<typeof createAppender>;

function encodeEntry({ tag, type, value }: NewEntry, appender: Appender): Uint8Array {
  const count = type === tags.valueType.long ? value.length / 4 : value.length;
  const head = appender.encodeNumbers([tag, 2], [type, 2], [count, 4]);
  if (value.length > maxInlineBytes)
    return Buffer.concat([head, appender.encodeNumbers([appender.append(value), 4])]);
  return Buffer.concat([head, value, Buffer.alloc(maxInlineBytes - value.length)]);
}

/** Appends a changed copy of the directory and returns its offset. */
function appendDirectory(
  { entries, next }: Directory,
  added: readonly NewEntry[],
  removedTags: readonly number[],
  appender: Appender,
): number {
  const replaced = new Set([...removedTags, ...added.map(({ tag }) => tag)]);
  const kept = entries.filter(({ tag }) => !replaced.has(tag)).map(({ tag, raw }) => ({ tag, raw }));
  const encoded = added.map((entry) => ({ tag: entry.tag, raw: encodeEntry(entry, appender) }));
  const sorted = [...kept, ...encoded].sort((a, b) => a.tag - b.tag);
  const raws = sorted.map(({ raw }) => raw);
  return appender.append(
    Buffer.concat([appender.encodeNumbers([sorted.length, 2]), ...raws, appender.encodeNumbers([next, 4])]),
  );
}

/** The bytes of the changed structure. */
export function extendTiff(tiff: Tiff, { first, removedTags = [], exif }: TiffChanges): Uint8Array {
  const appender = createAppender(tiff.bytes, tiff.isLittleEndian);
  const exifAt = appendDirectory(tiff.exif ?? emptyDirectory, exif, [], appender);
  const pointer = {
    tag: tags.exifPointer,
    type: tags.valueType.long,
    value: appender.encodeNumbers([exifAt, 4]),
  };
  const firstAt = appendDirectory(tiff.first, [...first, pointer], removedTags, appender);
  const bytes = appender.bytes();
  bytes.set(appender.encodeNumbers([firstAt, 4]), 4);
  return bytes;
}
