// A file of records, one line of JSON for each, which several servers may use at once: lines are appended, and the file is replaced,
// under its lock. A crash can only leave the last line incomplete: that line is ignored, and the next record begins a new one.

import { readFile } from "node:fs/promises";
import { parseJson, reasonOf, systemCode, withFileLock } from "@pictor/host";
import { fault } from "../contract/faults.js";

const lineOf = (entry: unknown): string => `${JSON.stringify(entry)}\n`;
/** Prompts and requests are personal: only the owner may read the file. */
const mode = 0o600;

/** Lines that are appended together. */
interface Batch {
  readonly lines: string[];
  readonly written: Promise<void>;
}

export class RecordJournal<Entry> {
  readonly #path: string;
  readonly #isEntry: (value: unknown) => value is Entry;
  #writes: Promise<unknown> = Promise.resolve();
  /** The lines that wait for an earlier write. */
  #waiting: Batch | undefined;

  /** The folder of the file exists. */
  constructor(path: string, isEntry: (value: unknown) => value is Entry) {
    this.#path = path;
    this.#isEntry = isEntry;
  }

  /** Reads the records of the file, in the order of its lines. Rejects with `API_JOURNAL_NOT_READABLE`. */
  async read(): Promise<readonly Entry[]> {
    const path = this.#path;
    const text = await readFile(path, "utf8").catch((error: unknown) => {
      if (systemCode(error) === "ENOENT") return "";
      throw fault("API_JOURNAL_NOT_READABLE", { path, reason: reasonOf(error) }, { cause: error });
    });
    return text.split("\n").flatMap((line) => this.#parse(line));
  }

  /**
   * Appends a record. Lines are written in the order of the calls; those that have to wait are written together. Rejects with
   * `FILE_DISK_FULL` or `FILE_NOT_WRITABLE`.
   */
  append(entry: Entry): Promise<void> {
    const batch = (this.#waiting ??= this.#newBatch());
    batch.lines.push(lineOf(entry));
    return batch.written;
  }

  /**
   * Replaces the file with one line for each record that `edit` makes of those in the file, and resolves to them. Rejects as `read`
   * and `append` do; the file is then unchanged.
   */
  change(edit: (entries: readonly Entry[]) => readonly Entry[]): Promise<readonly Entry[]> {
    // Lines that are appended from now on come after the change.
    this.#waiting = undefined;
    return this.#inTurn(() =>
      withFileLock(this.#path, async (lock) => {
        const after = edit(await this.read());
        await lock.replace(this.#path, after.map(lineOf).join(""), mode);
        return after;
      }),
    );
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    await this.#writes;
  }

  #newBatch(): Batch {
    const lines: string[] = [];
    const written = this.#inTurn(() => {
      if (this.#waiting?.lines === lines) this.#waiting = undefined;
      return withFileLock(this.#path, async (lock) => {
        await lock.append(lines.join(""));
      });
    });
    return { lines, written };
  }

  #inTurn<Result>(write: () => Promise<Result>): Promise<Result> {
    const done = this.#writes.then(write);
    this.#writes = done.catch(() => undefined);
    return done;
  }

  #parse(line: string): readonly Entry[] {
    try {
      const value = parseJson(line);
      return this.#isEntry(value) ? [value] : [];
    } catch {
      return [];
    }
  }
}
