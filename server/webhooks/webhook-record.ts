// A webhook that is to be sent when its job has ended, in a file, so that a restart of the server loses none. Pure.
//
//   the job is submitted ─► (the job ends) ─► due ─► sent, or given up
//                                              ▲ │
//                                              └─┘  not accepted: again, later

import { isRecord } from "@pictor/kernel";
import type { WebhookTarget } from "./webhook-target.js";

export interface WebhookRecord extends WebhookTarget {
  readonly jobId: string;
  /** Id of the server that sends it. */
  readonly server: string;
  /** How often it was sent. */
  readonly attempts: number;
  /** When it is sent next, in milliseconds since 1970; absent while the job runs. */
  readonly dueAtMs?: number;
  /** It was accepted, or given up. */
  readonly isDone?: true;
}

export const isWebhookRecord = (value: unknown): value is WebhookRecord =>
  isRecord(value) &&
  ["jobId", "url", "server"].every((name) => typeof value[name] === "string") &&
  isRecord(value["secret"]) &&
  ["any", "remote"].includes(String(value["addresses"])) &&
  typeof value["attempts"] === "number" &&
  ["number", "undefined"].includes(typeof value["dueAtMs"]);

const minute = 60_000;
const hour = 60 * minute;
/** Milliseconds from each attempt to the next; after the last one, a webhook is given up. */
const delaysMs = [5_000, 30_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour];

/** The record after an attempt that has failed. */
export function afterFailure(record: WebhookRecord, nowMs: number, isFinal: boolean): WebhookRecord {
  const delayMs = delaysMs[record.attempts];
  const attempts = record.attempts + 1;
  return delayMs === undefined || isFinal
    ? { ...record, attempts, isDone: true }
    : { ...record, attempts, dueAtMs: nowMs + delayMs };
}

/** The last record of each job that is not done. */
export function openRecords(records: readonly WebhookRecord[]): readonly WebhookRecord[] {
  const newest = new Map(records.map((record) => [record.jobId, record] as const));
  return [...newest.values()].filter(({ isDone }) => isDone !== true);
}
