// run.json: which process serves an instance, where, and who ends it. It is what other processes know of it.

import { readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder } from "@pictor/kernel/plugin";
import { withFolderFaults } from "../../locks/folder-faults.js";
import type { ProcessEnding } from "../process/process-ending.js";
import type { ProcessIdentity } from "../process/process-identity.js";

/** Which process a server belongs to, seen from this one. */
export type Owner = "this" | "other" | "nobody";

export interface Ownership {
  readonly owner: ProcessIdentity;
  readonly keep: boolean;
}

export interface RunRecord {
  /** `stopping` is written before the first signal: whoever watches it knows that it does not crash. */
  readonly phase: "starting" | "running" | "stopping" | "crashed";
  readonly process: ProcessIdentity;
  /** What it was started with, behind main.py. */
  readonly argv: readonly string[];
  readonly url: string;
  /** Ends it when it ends itself; unless `keep`. */
  readonly owner: ProcessIdentity;
  readonly keep: boolean;
  /** Processes that use it beside its owner; when that one is done, the first of them owns it. */
  readonly guests?: readonly ProcessIdentity[];
  /** When it was started. Milliseconds since 1970. */
  readonly sinceMs: number;
  /** Of one that crashed, where somebody saw it. */
  readonly ending?: ProcessEnding;
}

const isIdentity = (value: unknown): value is ProcessIdentity =>
  typeof value === "object" &&
  value !== null &&
  Number.isSafeInteger((value as ProcessIdentity).pid) &&
  (value as ProcessIdentity).pid > 1 &&
  typeof (value as ProcessIdentity).start === "string";

const phases: ReadonlySet<unknown> = new Set(["starting", "running", "stopping", "crashed"]);

/** Undefined for what is no record: it is then as if there were none. Pure. */
export function parseRecord(text: string): RunRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
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
  parseRecord(await readFile(file, "utf8").catch(() => ""));

/** Whole or not at all. Rejects with `MANAGED_FOLDER_NOT_WRITABLE`. */
export const writeRecord = (file: string, record: RunRecord): Promise<void> =>
  withFolderFaults(dirname(file), async () => {
    const { default: write } = await import("write-file-atomic");
    await makeFolder(dirname(file), 0o700);
    // What runs ends with the machine: its record need not outlast that.
    await write(file, `${JSON.stringify(record, undefined, 2)}\n`, { mode: 0o600, fsync: false });
  });

export const removeRecord = (file: string): Promise<void> =>
  withFolderFaults(dirname(file), () => rm(file, { force: true }));

export const isSameProcess = (a: ProcessIdentity, b: ProcessIdentity): boolean =>
  a.pid === b.pid && a.start === b.start;
