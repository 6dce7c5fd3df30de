// run.json: which process serves an instance, at which address, and which process will end it. Hosts share it.

import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { withFolderFaults } from "../../folder-faults.js";
import type { ProcessEnding } from "../process/process-ending.js";
import { readJson, writeJson } from "../../stored-json.js";
import type { ProcessIdentity } from "../process/process-identity.js";

/** Who ends a server: this process, another live process, or nobody (`keep`). */
export type Owner = "this" | "other" | "nobody";

export interface Ownership {
  readonly owner: ProcessIdentity;
  readonly keep: boolean;
}

export interface RunRecord {
  /** `stopping` is written before the first signal, so that other hosts do not take the end for a crash. */
  readonly phase: "starting" | "running" | "stopping" | "crashed";
  readonly process: ProcessIdentity;
  /** Arguments after main.py. */
  readonly argv: readonly string[];
  readonly url: string;
  /** The host that ends the server when it ends itself; unless `keep`. */
  readonly owner: ProcessIdentity;
  readonly keep: boolean;
  /** Other hosts that use the server. When the owner leaves, the first of them becomes the owner. */
  readonly guests?: readonly ProcessIdentity[];
  /** Time of the start. Milliseconds since 1970. */
  readonly sinceMs: number;
  /** Of a crashed server, if its host saw the end. */
  readonly ending?: ProcessEnding;
}

const isIdentity = (value: unknown): value is ProcessIdentity =>
  typeof value === "object" &&
  value !== null &&
  Number.isSafeInteger((value as ProcessIdentity).pid) &&
  (value as ProcessIdentity).pid > 1 &&
  typeof (value as ProcessIdentity).start === "string";

const phases: ReadonlySet<unknown> = new Set(["starting", "running", "stopping", "crashed"]);

/** Undefined for anything but a whole record. */
export function parseRunRecord(value: unknown): RunRecord | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const record = value as RunRecord;
  const isRecord =
    phases.has(record.phase) &&
    isIdentity(record.process) &&
    isIdentity(record.owner) &&
    Array.isArray(record.argv) &&
    record.argv.every((word) => typeof word === "string") &&
    typeof record.url === "string" &&
    URL.canParse(record.url) &&
    typeof record.keep === "boolean" &&
    (record.guests === undefined || (Array.isArray(record.guests) && record.guests.every(isIdentity))) &&
    typeof record.sinceMs === "number";
  return isRecord ? record : undefined;
}

export const readRecord = async (file: string): Promise<RunRecord | undefined> =>
  parseRunRecord(await readJson(file));

/** The record need not survive a power failure, which ends the server too. Rejects with `MANAGED_FOLDER_NOT_WRITABLE`. */
export const writeRecord = (file: string, record: RunRecord): Promise<void> =>
  withFolderFaults(dirname(file), () => writeJson(file, record, { fsync: false }));

export const removeRecord = (file: string): Promise<void> =>
  withFolderFaults(dirname(file), () => rm(file, { force: true }));
