// A file of records, one line of JSON for each, which several servers may use at once: one of them replaces it under
// its lock, and the lines that others append meanwhile, without the lock, are in the new file too. A record may
// therefore be in the file twice, also after a later one. A crash can only leave the last line incomplete: that line is
// ignored, and the next record begins a new one.

import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ensureFolder, ifThere, parseJson, reasonOf } from "@pictor/kernel";
import { fileFault, withFileLock } from "@pictor/services";
import { appendLines, replaceLines } from "@pictor/locks";
import { fault } from "../contract/faults.js";

const lineOf = (entry: unknown): string => `${JSON.stringify(entry)}\n`;

/** Lines that are appended together. */
interface Batch {
  readonly lines: string[];
  isSynced: boolean;
  readonly written: Promise<void>;
}

export class RecordJournal<Entry> {
  readonly #path: string;
  readonly #isEntry: (value: unknown) => value is Entry;
  #writes: Promise<void> = Promise.resolve();
  #hasFolder = false;
  /** The lines that wait for an earlier write. */
  #waiting: Batch | undefined;

  constructor(path: string, isEntry: (value: unknown) => value is Entry) {
    this.#path = path;
    this.#isEntry = isEntry;
  }

  /** Reads the records of the file, in the order of its lines. Rejects with `API_JOURNAL_NOT_READABLE`. */
  async read(): Promise<readonly Entry[]> {
    const path = this.#path;
    const text = await ifThere(readFile(path, "utf8")).catch((error: unknown) => {
      throw fault("API_JOURNAL_NOT_READABLE", { path, reason: reasonOf(error) }, { cause: error });
    });
    return this.#parse(text ?? "");
  }

  /**
   * Appends a record. Lines are written in the order of the calls; those that have to wait are written together. With
   * `isSynced`, the record outlasts a failure of the power. Rejects with `FILE_DISK_FULL` or `FILE_NOT_WRITABLE`.
   */
  append(entry: Entry, { isSynced = false }: { readonly isSynced?: boolean } = {}): Promise<void> {
    const batch = (this.#waiting ??= this.#newBatch());
    batch.lines.push(lineOf(entry));
    batch.isSynced ||= isSynced;
    return batch.written;
  }

  /**
   * Replaces the file with one line for each record that `edit` makes of those in the file. Rejects as `read` and
   * `append` do; the file is then unchanged.
   */
  change(edit: (entries: readonly Entry[]) => readonly Entry[]): Promise<void> {
    // Lines that are appended from now on come after the change.
    this.#waiting = undefined;
    return this.#inTurn(async (path) => {
      // An unreadable file is told from one that cannot be written.
      await this.read();
      await withFileLock(path, (lock) =>
        replaceLines(path, lock, (content) => edit(this.#parse(content.toString())).map(lineOf).join("")),
      );
    });
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    await this.#writes;
  }

  #newBatch(): Batch {
    const written = this.#inTurn(async (path) => {
      if (this.#waiting === batch) this.#waiting = undefined;
      await appendLines(path, batch.lines.join(""), batch);
    });
    const batch: Batch = { lines: [], isSynced: false, written };
    return batch;
  }

  #inTurn(write: (path: string) => Promise<void>): Promise<void> {
    const path = this.#path;
    const done = this.#writes.then(() => this.#makeFolder()).then(() => write(path));
    const explained = done.catch((error: unknown) => {
      throw fileFault(path, error);
    });
    this.#writes = explained.catch(() => undefined);
    return explained;
  }

  async #makeFolder(): Promise<void> {
    if (this.#hasFolder) return;
    await ensureFolder(dirname(this.#path), 0o700);
    this.#hasFolder = true;
  }

  #parse(text: string): readonly Entry[] {
    return text.split("\n").flatMap((line) => {
      try {
        const value = parseJson(line);
        return this.#isEntry(value) ? [value] : [];
      } catch {
        return [];
      }
    });
  }
}
