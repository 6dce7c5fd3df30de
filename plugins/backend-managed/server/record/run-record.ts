// run.json: which process serves an instance, at which address, and which process will end it. Hosts share it.

import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { isRecord, isString } from "@pictor/kernel/plugin";
import { withFolderFaults } from "../../folder-faults.js";
import type { ProcessEnding } from "../process/process-ending.js";
import { readJson, writeJson } from "../../stored-json.js";
import type { ProcessIdentity } from "../process/process-identity.js";

/** Who ends a server: this process, another live process, or nobody (it is kept, or its owner was killed). */
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
  /** The host that ends the server when the host itself ends, unless `keep` is set. */
  readonly owner: ProcessIdentity;
  readonly keep: boolean;
  /** Other hosts that use the server. When the owner leaves, the first of them becomes the owner. */
  readonly guests?: readonly ProcessIdentity[];
  /** Time of the start in milliseconds since 1970. */
  readonly sinceMs: number;
  /** How a crashed server ended, if its owner saw the end. */
  readonly ending?: ProcessEnding;
}

/** Signals may be sent to the pid: 1, 0 and negative numbers would address processes of others. */
const isIdentity = (value: unknown): boolean =>
  isRecord(value) &&
  Number.isSafeInteger(value["pid"]) &&
  (value["pid"] as number) > 1 &&
  isString(value["start"]);

const phases: ReadonlySet<unknown> = new Set(["starting", "running", "stopping", "crashed"]);

/** Parses a record; undefined for an invalid or incomplete one. */
export function parseRunRecord(value: unknown): RunRecord | undefined {
  if (!isRecord(value)) return undefined;
  const { phase, process, owner, argv, url, keep, guests = [], sinceMs } = value;
  const isValid =
    phases.has(phase) &&
    isIdentity(process) &&
    isIdentity(owner) &&
    Array.isArray(argv) &&
    argv.every(isString) &&
    isString(url) &&
    URL.canParse(url) &&
    typeof keep === "boolean" &&
    Array.isArray(guests) &&
    guests.every(isIdentity) &&
    typeof sinceMs === "number";
  return isValid ? (value as unknown as RunRecord) : undefined;
}

export const readRecord = async (file: string): Promise<RunRecord | undefined> =>
  parseRunRecord(await readJson(file));

/** The record need not survive a power failure, which ends the server too. Rejects with `MANAGED_FOLDER_NOT_WRITABLE`. */
export const writeRecord = (file: string, record: RunRecord): Promise<void> =>
  withFolderFaults(dirname(file), () => writeJson(file, record, { isFlushed: false }));

export const removeRecord = (file: string): Promise<void> =>
  withFolderFaults(dirname(file), () => rm(file, { force: true }));
