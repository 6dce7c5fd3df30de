// imports.json: keeps the import report of the running server after a rotation of its log.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isString } from "@pictor/kernel/plugin";
import { readJson, writeJson } from "../stored-json.js";
import { readImports, completeImports, type ImportReport } from "./import-report.js";
import { linesOf } from "./split-lines.js";
import { readBeginning } from "./read-log.js";

/** Number of bytes that are read from the beginning of the log, which is enough because the server logs its imports first. */
const maxReadBytes = 16_777_216;

const importsFile = (folder: string): string => join(folder, "imports.json");

/** Call this before the server is started. */
export const clearImports = (folder: string): Promise<void> => rm(importsFile(folder), { force: true });

/** Call this before the log is rotated, with a copy of it. A log without a report leaves the stored one. */
export async function storeImports(folder: string, part: string): Promise<void> {
  const report = completeImports(linesOf(await readBeginning(part, maxReadBytes)));
  if (report === undefined) return;
  const stored = { loaded: [...report.loaded], failures: [...report.failures] };
  await writeJson(importsFile(folder), stored, { isFlushed: false });
}

const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every(isString);

/** Reads the stored report; undefined when no valid report is stored. */
async function readStoredImports(folder: string): Promise<ImportReport | undefined> {
  const { loaded, failures } = ((await readJson(importsFile(folder))) ?? {}) as Readonly<
    Record<string, unknown>
  >;
  if (!Array.isArray(loaded) || !loaded.every(isString)) return undefined;
  if (!Array.isArray(failures) || !failures.every(isPair)) return undefined;
  return { loaded: new Set(loaded), failures: new Map(failures) };
}

/** The report of the running server: from its log, else the stored one; empty if there is neither. */
export async function readImportReport(folder: string, log: string): Promise<ImportReport> {
  const lines = linesOf(await readBeginning(log, maxReadBytes).catch(() => ""));
  return completeImports(lines) ?? (await readStoredImports(folder)) ?? readImports(lines);
}
