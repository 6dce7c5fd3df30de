// A file of records, one line of JSON for each. Lines are only appended, so a crash can only leave the last line incomplete:
// that line is ignored, and the next record begins a new one.

import { mkdir, open, readFile, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { parseJson, replaceFile, systemCode } from "@pictor/host";

export interface RecordJournal<Entry> {
  /** Reads the records of the file, in the order of its lines. */
  read(): Promise<readonly Entry[]>;
  /** Appends a record. Lines are written in the order of the calls. */
  append(entry: Entry): Promise<void>;
  /** Replaces the file with one line for each record. */
  compact(entries: readonly Entry[]): Promise<void>;
  /** Closes the file after all appended lines are written. */
  close(): Promise<void>;
}

const lineOf = (entry: unknown): string => `${JSON.stringify(entry)}\n`;
/** Prompts and requests are personal: only the owner may read the file. */
const mode = 0o600;

export function createRecordJournal<Entry>(
  path: string,
  isEntry: (value: unknown) => value is Entry,
): RecordJournal<Entry> {
  let writes: Promise<unknown> = Promise.resolve();
  /** The file, which is opened for the first line. */
  let file: FileHandle | undefined;
  const inTurn = (write: () => Promise<void>): Promise<void> => {
    const done = writes.then(write);
    writes = done.catch(() => undefined);
    return done;
  };
  /** Opens the file, and ends its last line if a crash has cut the line. */
  const openFile = async (): Promise<FileHandle> => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const opened = await open(path, "a+", mode);
    const { size } = await opened.stat();
    const { buffer } = await opened.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    if (size > 0 && buffer.toString() !== "\n") await opened.write("\n");
    return opened;
  };
  const closeFile = async (): Promise<void> => {
    const open = file;
    file = undefined;
    await open?.close();
  };
  const parseLine = (line: string): readonly Entry[] => {
    try {
      const value = parseJson(line);
      return isEntry(value) ? [value] : [];
    } catch {
      return [];
    }
  };
  return {
    async read() {
      const text = await readFile(path, "utf8").catch((error: unknown) => {
        if (systemCode(error) === "ENOENT") return "";
        throw error;
      });
      return text.split("\n").flatMap(parseLine);
    },
    append: (entry) =>
      inTurn(async () => {
        file ??= await openFile();
        try {
          await file.appendFile(lineOf(entry));
        } catch (error) {
          // A full disk may have cut the line: the file is opened again for the next one, which ends it.
          await closeFile();
          throw error;
        }
      }),
    compact: (entries) =>
      inTurn(async () => {
        await closeFile();
        await replaceFile(path, entries.map(lineOf).join(""), { mode });
      }),
    close: () => inTurn(closeFile),
  };
}
