// Keeps the jobs of the server in a file, so that they are known after a restart: one line for each change; the last line of a
// job counts. Several servers may use the file at once; each follows its own jobs.

import { isEnded } from "@pictor/client";
import { isRecord } from "@pictor/kernel";
import type { JobRecord } from "./job-record.js";
import { resumed } from "./resume-job.js";
import { RecordJournal } from "../files/record-journal.js";

export type JobJournal = RecordJournal<JobRecord>;

const texts = ["id", "state", "workflow", "owner"] as const;
const lists = ["promptIds", "outputs", "texts", "problems"] as const;
const numbers = ["createdAtMs", "count", "batch"] as const;

/** Whether a value has the members of a job on which the server relies. */
const isJob = (value: unknown): boolean =>
  isRecord(value) &&
  texts.every((name) => typeof value[name] === "string") &&
  numbers.every((name) => typeof value[name] === "number") &&
  lists.every((name) => Array.isArray(value[name]));

const isSent = (value: unknown): boolean =>
  isRecord(value) && typeof value["promptId"] === "string" && typeof value["batch"] === "number";

const isJobRecord = (value: unknown): value is JobRecord =>
  isRecord(value) &&
  isJob(value["job"]) &&
  isRecord(value["paths"]) &&
  ["string", "undefined"].includes(typeof value["server"]) &&
  ["revision", "starts", "runningLimit"].every((name) =>
    ["number", "undefined"].includes(typeof value[name]),
  ) &&
  (value["sent"] === undefined || (Array.isArray(value["sent"]) && value["sent"].every(isSent)));

export const createJobJournal = (path: string): JobJournal => new RecordJournal(path, isJobRecord);

/** The server that a job names; undefined if the name is not an id, such as a path. */
const serverOf = ({ server = "" }: JobRecord): string | undefined =>
  /^[\w-]{1,64}$/.test(server) ? server : undefined;

/** The servers that follow jobs which have not ended. */
export const serversOf = (records: readonly JobRecord[]): ReadonlySet<string> =>
  new Set(newestOf(records).flatMap((record) => (isEnded(record.job) ? [] : (serverOf(record) ?? []))));

/** The newest record of each job, oldest job first. A line may be in the file a second time, after later lines. */
function newestOf(records: readonly JobRecord[]): readonly JobRecord[] {
  const byId = new Map<string, JobRecord>();
  for (const record of records) {
    const before = byId.get(record.job.id);
    if (before === undefined || (record.revision ?? 0) >= (before.revision ?? 0))
      byId.set(record.job.id, record);
  }
  return [...byId.values()].sort((a, b) => a.job.createdAtMs - b.job.createdAtMs);
}

/** Whether a job has not ended and belongs to another server that is not known to have ended. */
function isOfAnother(record: JobRecord, ended: ReadonlySet<string>): boolean {
  const server = serverOf(record);
  return !isEnded(record.job) && server !== undefined && !ended.has(server);
}

export interface Restored {
  /** Jobs that have ended, and jobs that this server follows from now on; oldest first. */
  readonly own: readonly JobRecord[];
  /** Jobs that other servers follow. */
  readonly others: readonly JobRecord[];
}

/**
 * The newest `kept` jobs at this time, and those of other servers. A job that has not ended becomes one of `server` if
 * it names no server, or one that has `ended`.
 */
export function restoreRecords(
  records: readonly JobRecord[],
  server: string,
  ended: ReadonlySet<string>,
  { kept, nowMs }: { readonly kept: number; readonly nowMs: number },
): Restored {
  const newest = newestOf(records);
  const own = newest.filter((record) => !isOfAnother(record, ended)).slice(-kept);
  return {
    own: own.map((record) => (isEnded(record.job) ? record : resumed(record, server, nowMs))),
    others: newest.filter((record) => isOfAnother(record, ended)),
  };
}
