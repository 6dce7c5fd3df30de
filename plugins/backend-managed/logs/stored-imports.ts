// The report of what was imported: it outlasts the part of a log that it stood in.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readJson, writeJson } from "../stored-json.js";
import { readImports, completeImports, type ImportReport } from "./import-report.js";
import { linesOf } from "./split-lines.js";
import { readBeginning } from "./read-log.js";

/** Imports come first in a log; what follows may be any amount. */
const maxReadBytes = 16_777_216;

const importsFile = (folder: string): string => join(folder, "imports.json");

/** For a new start, whose report is another one. */
export const clearImports = (folder: string): Promise<void> => rm(importsFile(folder), { force: true });

/** Before `part` of the log is put aside. What was kept before stays where it has no report of its own. */
export async function storeImports(folder: string, part: string): Promise<void> {
  const report = completeImports(linesOf(await readBeginning(part, maxReadBytes)));
  if (report === undefined) return;
  const stored = { loaded: [...report.loaded], failures: [...report.failures] };
  await writeJson(importsFile(folder), stored, { fsync: false });
}

const isText = (value: unknown): value is string => typeof value === "string";
const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every(isText);

/** Undefined where nothing was kept, or what is there is no report. */
async function readStoredImports(folder: string): Promise<ImportReport | undefined> {
  const { loaded, failures } = ((await readJson(importsFile(folder))) ?? {}) as Readonly<
    Record<string, unknown>
  >;
  if (!Array.isArray(loaded) || !loaded.every(isText)) return undefined;
  if (!Array.isArray(failures) || !failures.every(isPair)) return undefined;
  return { loaded: new Set(loaded), failures: new Map(failures) };
}

/** Of the server that runs: from its log, else as kept when that was put aside. Empty where neither tells. */
export async function readImportReport(folder: string, log: string): Promise<ImportReport> {
  const lines = linesOf(await readBeginning(log, maxReadBytes).catch(() => ""));
  return completeImports(lines) ?? (await readStoredImports(folder)) ?? readImports(lines);
}
