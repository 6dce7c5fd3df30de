// The record in which a worker describes itself to hosts. Pure.

import {
  asFiniteNumber,
  isRecord,
  isString,
  parseJsonOrUndefined,
  type MemberStatus,
} from "@pictor/kernel/plugin";
import { isDigest, type Digest } from "../store/store.js";

export interface WorkerRecord extends Omit<MemberStatus, "state" | "retryAt"> {
  /** Whether the server of the worker can be used; `ended` after the worker has ended. */
  readonly state: "ready" | "unreachable" | "unchecked" | "ended";
  /** The owner of the prompt that it runs. */
  readonly owner?: string | undefined;
  /** The catalog and the list of extensions of its server, in the store. */
  readonly catalog?: Digest;
  readonly extensions?: Digest;
}

export const writeWorker = (record: WorkerRecord): string => JSON.stringify(record);

const isCount = (value: unknown): boolean => (asFiniteNumber(value) ?? -1) >= 0;
const isOptional = (value: unknown, fits: (value: unknown) => boolean): boolean =>
  value === undefined || fits(value);
const isStored = (value: unknown): boolean => isString(value) && isDigest(value);
const states: readonly unknown[] = [
  "ready",
  "unreachable",
  "unchecked",
  "ended",
] satisfies WorkerRecord["state"][];

function isWorker(record: unknown, name: string): record is WorkerRecord {
  if (!isRecord(record)) return false;
  const { loaded } = record;
  return (
    record["name"] === name &&
    states.includes(record["state"]) &&
    Array.isArray(loaded) &&
    loaded.every(isString) &&
    ["running", "ended", "lost", "modelSwitches"].every((field) => isCount(record[field])) &&
    ["stepMs", "runMs"].every((field) => isOptional(record[field], isCount)) &&
    ["title", "reason", "owner"].every((field) => isOptional(record[field], isString)) &&
    ["catalog", "extensions"].every((field) => isOptional(record[field], isStored))
  );
}

/** Reads the record of the worker of this name; undefined if it is none, such as one of another version. */
export function readWorker(name: string, text: unknown): WorkerRecord | undefined {
  const record = isString(text) ? parseJsonOrUndefined(text) : undefined;
  return isWorker(record, name) ? record : undefined;
}

/** Names of workers are parts of keys and of claims. */
export const problemOfName = (name: string): string | undefined =>
  /^[A-Za-z0-9][\w.-]{0,63}$/.test(name)
    ? undefined
    : "it is empty or too long, or contains a character that is not allowed in its place";
