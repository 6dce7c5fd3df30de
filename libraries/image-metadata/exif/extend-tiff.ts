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
class TiffAppender {
  readonly #parts: Uint8Array[];
  readonly #isLittleEndian: boolean;
  #length: number;

  constructor({ bytes, isLittleEndian }: Tiff) {
    this.#parts = [bytes];
    this.#isLittleEndian = isLittleEndian;
    this.#length = bytes.length;
  }

  /** Returns the offset of the bytes: values and directories start at even offsets (TIFF 6.0, section 2). */
  append(bytes: Uint8Array): number {
    const padding = Buffer.alloc(this.#length % 2);
    const at = this.#length + padding.length;
    this.#parts.push(padding, bytes);
    this.#length = at + bytes.length;
    return at;
  }

  encodeNumbers(...values: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
    const encoded = values.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      if (this.#isLittleEndian) buffer.writeUIntLE(value, 0, bytes);
      else buffer.writeUIntBE(value, 0, bytes);
      return buffer;
    });
    return Buffer.concat(encoded);
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

function encodeEntry({ tag, type, value }: NewEntry, appender: TiffAppender): Uint8Array {
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
  appender: TiffAppender,
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
  const appender = new TiffAppender(tiff);
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
