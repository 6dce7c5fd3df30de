// An index of the journal in memory: the searchable values of each entry, and the position of the entry in the file.

import { open, type FileHandle } from "node:fs/promises";
import { systemCode } from "@pictor/kernel";
import { createGrowingFile, type Line } from "./growing-file.js";
import { parseEntry, savedImageId, type HistoryEntry } from "./journal.js";
import { newestFirst, searchKeyOf, type SearchKey } from "./search.js";

interface IndexedEntry extends SearchKey {
  readonly offset: number;
  readonly bytes: number;
}

export interface JournalState {
  /** The entries by their ids. An output that occurs twice in the journal has one entry. */
  readonly entries: ReadonlyMap<string, SearchKey>;
  /** The entries, newest first; the same array until the journal changes. */
  readonly newestFirst: readonly SearchKey[];
  /** Numbers of the invalid lines, from 1. */
  readonly broken: readonly number[];
}

export interface JournalIndex {
  /** Reads the journal; a missing file is an empty journal. Rejects with errors of the file system. */
  read(): Promise<JournalState>;
  /** Reads the complete entries with these ids. An entry that is no longer in the journal is left out. */
  entriesOf(ids: readonly string[]): Promise<ReadonlyMap<string, HistoryEntry>>;
}

/** The largest span of entries in the file that is read in one step, in bytes. */
const maxSpan = 1024 * 1024;

async function readAt(file: FileHandle, offset: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, offset);
  return buffer.subarray(0, bytesRead);
}

/** Reads entries at their positions in the file. Resolves to undefined if one of them is no longer there. */
async function readEntries(
  file: FileHandle,
  wanted: readonly IndexedEntry[],
): Promise<ReadonlyMap<string, HistoryEntry> | undefined> {
  const start = wanted.reduce((least, { offset }) => Math.min(least, offset), Infinity);
  const end = wanted.reduce((most, { offset, bytes }) => Math.max(most, offset + bytes), 0);
  const span = end - start <= maxSpan ? await readAt(file, start, end - start) : undefined;
  const found = new Map<string, HistoryEntry>();
  for (const { id, offset, bytes } of wanted) {
    const line =
      span?.subarray(offset - start, offset - start + bytes) ?? (await readAt(file, offset, bytes));
    const entry = parseEntry(line.toString());
    if (entry === undefined || savedImageId(entry) !== id) return undefined;
    found.set(id, entry);
  }
  return found;
}

export function createJournalIndex(path: string): JournalIndex {
  const file = createGrowingFile(path);
  /** Replaced by a new map when the file was replaced, so that no caller sees a partly read journal. */
  let entries = new Map<string, IndexedEntry>();
  let broken: number[] = [];
  let sorted: readonly SearchKey[] = [];

  const refresh = async (): Promise<JournalState> => {
    const texts = new Map<string, string>();
    const shared = (text: string): string => {
      const known = texts.get(text);
      if (known === undefined) texts.set(text, text);
      return known ?? text;
    };
    const take = ({ text, number, offset, bytes, hasEnd }: Line): boolean => {
      if (text.trim() === "") return true;
      const entry = parseEntry(text);
      if (entry !== undefined) {
        const id = savedImageId(entry);
        entries.set(id, { ...searchKeyOf(id, entry, shared), offset, bytes });
      } else if (hasEnd) broken.push(number);
      return entry !== undefined;
    };
    const restart = (): void => {
      entries = new Map();
      broken = [];
    };
    if (await file.read({ restart, take })) sorted = newestFirst(entries.values());
    return { entries, newestFirst: sorted, broken };
  };

  /** Reads run one after the other, so that no line is read twice. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };

  const tryEntries = async (
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, HistoryEntry> | undefined> => {
    const wanted = ids.flatMap((id) => entries.get(id) ?? []);
    if (wanted.length === 0) return new Map();
    const opened = await open(path, "r").catch((error: unknown) => {
      if (systemCode(error) === "ENOENT") return undefined;
      throw error;
    });
    if (opened === undefined) return undefined;
    try {
      return (await file.isSame(opened)) ? await readEntries(opened, wanted) : undefined;
    } finally {
      await opened.close();
    }
  };

  return {
    read: () => inTurn(refresh),
    entriesOf: (ids) =>
      inTurn(async () => {
        const found = await tryEntries(ids);
        if (found !== undefined) return found;
        // The journal was trimmed or replaced after it was read.
        file.forget();
        await refresh();
        return (await tryEntries(ids)) ?? new Map<string, HistoryEntry>();
      }),
  };
}
