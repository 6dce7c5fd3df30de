// Puts entries into EXIF data without moving anything: what camera makers write points to places by number, so the old
// bytes stay where they are, and new directories, which name the old values' places, are added behind them.

import * as tags from "./tags.js";
import { inlineBytes } from "./tiff.js";
import type { Directory, Tiff } from "./tiff.js";

/** An entry to write. Its value replaces what stands under its tag. */
export interface NewEntry {
  readonly tag: number;
  readonly type: number;
  readonly value: Uint8Array;
}

export interface Additions {
  readonly first: readonly NewEntry[];
  /** Tags of the first directory to leave out. */
  readonly without?: readonly number[];
  readonly exif: readonly NewEntry[];
}

const emptyDirectory: Directory = { entries: [], next: 0 };

/** A structure with nothing in it yet, in the order in which the rest of the world writes them. */
export const emptyTiff: Tiff = {
  bytes: Buffer.from("MM\0*\0\0\0\0", "latin1"),
  isLittleEndian: false,
  first: emptyDirectory,
  exif: undefined,
};

/** Bytes that grow at their end; places are counted from the start of the structure. */
function createAppender(start: Uint8Array, isLittleEndian: boolean) {
  const parts: Uint8Array[] = [start];
  let length = start.length;
  const append = (bytes: Uint8Array): number => {
    // Values and directories begin at even places (TIFF 6.0, section 2).
    if (length % 2 === 1) {
      parts.push(Buffer.alloc(1));
      length++;
    }
    const at = length;
    parts.push(bytes);
    length += bytes.length;
    return at;
  };
  const numbers = (...values: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer => {
    const written = values.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      if (isLittleEndian) buffer.writeUIntLE(value, 0, bytes);
      else buffer.writeUIntBE(value, 0, bytes);
      return buffer;
    });
    return Buffer.concat(written);
  };
  return { append, numbers, whole: () => Buffer.concat(parts) };
}
type Appender = ReturnType<typeof createAppender>;

function rawEntry({ tag, type, value }: NewEntry, appender: Appender): Uint8Array {
  const count = type === tags.type.long ? value.length / 4 : value.length;
  const head = appender.numbers([tag, 2], [type, 2], [count, 4]);
  if (value.length > inlineBytes) return Buffer.concat([head, appender.numbers([appender.append(value), 4])]);
  return Buffer.concat([head, value, Buffer.alloc(inlineBytes - value.length)]);
}

/** Appends the directory with its changes; gives its place. */
function appendDirectory(
  { entries, next }: Directory,
  added: readonly NewEntry[],
  without: readonly number[],
  appender: Appender,
): number {
  const gone = new Set([...without, ...added.map(({ tag }) => tag)]);
  const kept = entries.filter(({ tag }) => !gone.has(tag)).map(({ tag, raw }) => ({ tag, raw }));
  const fresh = added.map((entry) => ({ tag: entry.tag, raw: rawEntry(entry, appender) }));
  const sorted = [...kept, ...fresh].sort((a, b) => a.tag - b.tag);
  const raws = sorted.map(({ raw }) => raw);
  return appender.append(
    Buffer.concat([appender.numbers([sorted.length, 2]), ...raws, appender.numbers([next, 4])]),
  );
}

/** The bytes of the structure with these entries. */
export function withEntries(tiff: Tiff, { first, without = [], exif }: Additions): Uint8Array {
  const appender = createAppender(tiff.bytes, tiff.isLittleEndian);
  const exifAt = appendDirectory(tiff.exif ?? emptyDirectory, exif, [], appender);
  const pointer = { tag: tags.exifPointer, type: tags.type.long, value: appender.numbers([exifAt, 4]) };
  const firstAt = appendDirectory(tiff.first, [...first, pointer], without, appender);
  const bytes = appender.whole();
  bytes.set(appender.numbers([firstAt, 4]), 4);
  return bytes;
}
