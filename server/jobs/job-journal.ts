// Keeps the jobs of the server in a file, so that they are known after a restart: one line for each change; the last line of a
// job counts.

import type { Job } from "@pictor/client";
import { isRecord } from "@pictor/host";
import { createRecordJournal, type RecordJournal } from "../files/record-journal.js";

/** A job, with the data that only the server needs. */
export interface JobRecord {
  readonly job: Job;
  /** The `Idempotency-Key` of the submission, with the SHA-256 of the submission's body. */
  readonly key?: { readonly text: string; readonly digest: string };
  /** Absolute paths of saved outputs, by index. They are not shown to clients. */
  readonly paths: Readonly<Record<string, string>>;
}

/** `read` resolves to the jobs in the file, oldest first. */
export type JobJournal = RecordJournal<JobRecord>;

const isJobRecord = (value: unknown): value is JobRecord =>
  isRecord(value) &&
  isRecord(value["job"]) &&
  typeof value["job"]["id"] === "string" &&
  isRecord(value["paths"]);

export function createJobJournal(path: string): JobJournal {
  const journal = createRecordJournal(path, isJobRecord);
  return {
    ...journal,
    async read() {
      const byId = new Map((await journal.read()).map((record) => [record.job.id, record]));
      return [...byId.values()].sort((a, b) => a.job.createdAtMs - b.job.createdAtMs);
    },
  };
}
