// The record in which a worker describes itself to hosts. Pure.

import { isRecord, type MemberStatus } from "@pictor/kernel/plugin";
import { isDigest, type Digest } from "../store/store.js";

export interface WorkerRecord extends Omit<MemberStatus, "state" | "retryAt"> {
  /** Whether the server of the worker can be used; `ended` after the worker has ended. */
  readonly state: "ready" | "unreachable" | "unchecked" | "ended";
  /** The catalog and the list of extensions of its server, in the store. */
  readonly catalog?: Digest;
  readonly extensions?: Digest;
}

export const writeWorker = (record: WorkerRecord): string => JSON.stringify(record);

/** Reads a record; undefined if it is none, such as one of another version. */
export function readWorker(text: unknown): WorkerRecord | undefined {
  if (typeof text !== "string") return undefined;
  try {
    const record: unknown = JSON.parse(text);
    if (!isRecord(record) || typeof record["name"] !== "string") return undefined;
    const { catalog, extensions } = record;
    const isValid = [catalog, extensions].every(
      (digest) => digest === undefined || (typeof digest === "string" && isDigest(digest)),
    );
    return isValid ? (record as unknown as WorkerRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** Names of workers are parts of keys and of claims. */
export const problemOfName = (name: string): string | undefined =>
  /^[A-Za-z0-9][\w.-]{0,63}$/.test(name)
    ? undefined
    : "it is empty or too long, or contains a character that is not allowed in its place";
