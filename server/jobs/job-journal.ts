// Keeps the jobs of the server in a file, so that they are known after a restart: one line of JSON for each change; the
// last line of a job counts. Lines are only appended, so a crash can only leave the last line incomplete, which is then
// ignored.

import { mkdir, open, readFile, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import type { Job } from "@pictor/client";
import { isRecord, parseJson, replaceFile, systemCode } from "@pictor/host";

/** A job, with the data that only the server needs. */
export interface JobRecord {
  readonly job: Job;
  /** `Idempotency-Key` of the submission, with the SHA-256 of its body. */
  readonly key?: { readonly text: string; readonly digest: string };
  /** Absolute paths of saved outputs, by index. They are not shown to clients. */
  readonly paths: Readonly<Record<string, string>>;
}

export interface JobJournal {
  /** The jobs in the file, oldest first. */
  read(): Promise<readonly JobRecord[]>;
  /** Appends the state of a job. Lines are written in the order of the calls. */
  append(record: JobRecord): Promise<void>;
  /** Replaces the file with one line for each job. */
  compact(records: readonly JobRecord[]): Promise<void>;
  /** Closes the file, after the lines that were appended. */
  close(): Promise<void>;
}

const lineOf = (record: JobRecord): string => `${JSON.stringify(record)}\n`;
/** Prompts are personal: only the owner may read the file. */
const mode = 0o600;

const isJobRecord = (value: unknown): value is JobRecord =>
  isRecord(value) &&
  isRecord(value["job"]) &&
  typeof value["job"]["id"] === "string" &&
  isRecord(value["paths"]);

function parseLine(line: string): readonly JobRecord[] {
  try {
    const value = parseJson(line);
    return isJobRecord(value) ? [value] : [];
  } catch {
    return [];
  }
}

export function createJobJournal(path: string): JobJournal {
  let writes: Promise<unknown> = Promise.resolve();
  /** Opened for the first line. */
  let file: FileHandle | undefined;
  const inTurn = (write: () => Promise<void>): Promise<void> => {
    const done = writes.then(write);
    writes = done.catch(() => undefined);
    return done;
  };
  const closeFile = async (): Promise<void> => {
    const open = file;
    file = undefined;
    await open?.close();
  };
  return {
    async read() {
      const text = await readFile(path, "utf8").catch((error: unknown) => {
        if (systemCode(error) === "ENOENT") return "";
        throw error;
      });
      const byId = new Map<string, JobRecord>();
      for (const record of text.split("\n").flatMap(parseLine)) {
        byId.delete(record.job.id);
        byId.set(record.job.id, record);
      }
      return [...byId.values()].sort((a, b) => a.job.createdAtMs - b.job.createdAtMs);
    },
    append: (record) =>
      inTurn(async () => {
        if (file === undefined) {
          await mkdir(dirname(path), { recursive: true, mode: 0o700 });
          file = await open(path, "a", mode);
        }
        await file.write(lineOf(record));
      }),
    compact: (records) =>
      inTurn(async () => {
        await closeFile();
        await replaceFile(path, records.map(lineOf).join(""), mode);
      }),
    close: () => inTurn(closeFile),
  };
}
