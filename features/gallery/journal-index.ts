// An index of the journal in memory: the searchable values of each entry, and the position of the entry in the file.

import { open, type FileHandle } from "node:fs/promises";
import { createKeyedLock, ifThere } from "@pictor/kernel";
import { createGrowingFile, type GrowingFile, type Line } from "./growing-file.js";
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

/** Returns a function that replaces a text by an equal one that it has seen before. */
function createSharing(): (text: string) => string {
  const texts = new Map<string, string>();
  return (text) => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
}

export class JournalIndex {
  readonly #path: string;
  readonly #file: GrowingFile;
  /** Replaced by a new map when the file was replaced, so that no caller sees a partly read journal. */
  #entries = new Map<string, IndexedEntry>();
  #broken: number[] = [];
  #newestFirst: readonly SearchKey[] = [];
  /** Reads run one after the other, so that no line is read twice. */
  readonly #exclusively = createKeyedLock();

  constructor(path: string) {
    this.#path = path;
    this.#file = createGrowingFile(path);
  }

  /** Reads the journal; a missing file is an empty journal. Rejects with errors of the file system. */
  read(): Promise<JournalState> {
    return this.#exclusively("read", () => this.#refresh());
  }

  /** Reads the complete entries with these ids. An entry that is no longer in the journal is left out. */
  entriesOf(ids: readonly string[]): Promise<ReadonlyMap<string, HistoryEntry>> {
    return this.#exclusively("read", async () => {
      const found = await this.#tryEntries(ids);
      if (found !== undefined) return found;
      // The journal was trimmed or replaced after it was read.
      this.#file.forget();
      await this.#refresh();
      return (await this.#tryEntries(ids)) ?? new Map<string, HistoryEntry>();
    });
  }

  async #refresh(): Promise<JournalState> {
    const shared = createSharing();
    const isChanged = await this.#file.read({
      restart: () => {
        this.#entries = new Map();
        this.#broken = [];
      },
      take: (line) => this.#take(line, shared),
    });
    if (isChanged) this.#newestFirst = newestFirst(this.#entries.values());
    return { entries: this.#entries, newestFirst: this.#newestFirst, broken: this.#broken };
  }

  /** Notes a line. Returns false for one that is incomplete or invalid. */
  #take({ text, number, offset, bytes, hasEnd }: Line, shared: (text: string) => string): boolean {
    if (text.trim() === "") return true;
    const entry = parseEntry(text);
    if (entry !== undefined) {
      const id = savedImageId(entry);
      this.#entries.set(id, { ...searchKeyOf(id, entry, shared), offset, bytes });
    } else if (hasEnd) this.#broken.push(number);
    return entry !== undefined;
  }

  /** Resolves to undefined if the file is no longer the one that was read, or an entry is no longer at its place. */
  async #tryEntries(ids: readonly string[]): Promise<ReadonlyMap<string, HistoryEntry> | undefined> {
    const wanted = ids.flatMap((id) => this.#entries.get(id) ?? []);
    if (wanted.length === 0) return new Map();
    const opened = await ifThere(open(this.#path, "r"));
    if (opened === undefined) return undefined;
    try {
      return (await this.#file.isSame(opened)) ? await readEntries(opened, wanted) : undefined;
    } finally {
      await opened.close();
    }
  }
}
