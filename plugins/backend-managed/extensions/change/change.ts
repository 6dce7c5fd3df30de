// The installation or update of one extension: its tools, its log, its journal entry and its errors.

import { stat } from "node:fs/promises";
import { join } from "node:path";
import { extensionFault } from "@pictor/extensions";
import { ensureFolder, PictorError, reasonOf, type ChangeOptions } from "@pictor/kernel/plugin";
import { shownAddress } from "../../git/repository-address.js";
import type { Instance, WorkOptions } from "../../instance.js";
import type { installRequirements, runPython } from "../../python/install-packages.js";
import { ignoreMissing } from "../../file-entries.js";
import { rotateFiles } from "../../logs/rotate-files.js";
import { openWorkLog, type WorkLog } from "../../logs/work-log.js";
import { clearJournal, writeJournal, type JournalEntry } from "./journal.js";
import { undoChange } from "./undo-change.js";
import type { StagingArea } from "./staging.js";

export interface ChangeTools {
  readonly instance: Instance;
  readonly pip: typeof installRequirements;
  readonly python: typeof runPython;
}

/** A change in progress; its process holds the extension lock. */
export interface Change extends ChangeTools {
  readonly stagingArea: StagingArea;
  readonly options: ChangeOptions;
  readonly log: WorkLog;
  /** Id of the extension, for messages. */
  readonly id: string;
  readonly action: "install" | "update";
}

/** A line in which git reports progress. */
const progressPattern = /^(?:remote: )?(\w[\w ]*):\s+(\d+)% \(/;

/** Options for tools: their lines are logged, and the progress of git is reported to the caller. */
export const toolOptions = ({ options, log }: Change): WorkOptions => ({
  signal: options.signal,
  onLine(line) {
    const [, what = "", percent] = progressPattern.exec(line) ?? [];
    if (percent === undefined || line.includes(", done")) log.write(line);
    if (percent !== undefined && what === "Receiving objects")
      options.progress?.("receiving its files", Number(percent) / 100);
  },
});

/** The largest size of the log in bytes. A longer log is renamed to extensions.1.log. */
const maxLogBytes = 4 * 1024 ** 2;

export async function openChangeLog({ layout, clock }: Instance): Promise<WorkLog> {
  const file = join(layout.logs, "extensions.log");
  await ensureFolder(layout.logs);
  const found = await stat(file).catch(ignoreMissing);
  if (found !== undefined && found.size > maxLogBytes) await rotateFiles(file, 0, 1);
  return openWorkLog(file, clock, shownAddress);
}

/** Why an extension cannot be updated, and what the user can do. */
export const updateFault = ({ id, instance }: Change, reason: string, advice: string): PictorError =>
  extensionFault("EXTENSION_UPDATE_FAILED", { id, backend: instance.name, reason, advice });

/** Converts the cause of a failed change to an error about the extension; `EXTENSION_...` errors are returned as they are. */
export function toExtensionFault({ id, action, instance, log, options }: Change, error: unknown): unknown {
  if (options.signal?.aborted === true) return options.signal.reason;
  if (error instanceof PictorError && error.code.startsWith("EXTENSION_")) return error;
  const hint = error instanceof PictorError ? `${error.hint} ` : "";
  const reason = reasonOf(error).replace(/\.$/, "");
  const details = {
    id,
    backend: instance.name,
    reason,
    advice: `${hint}Everything is as before; the output of the tools is in ${log.file}.`,
  };
  const more = error instanceof PictorError ? { lastLines: error.details["lastLines"] ?? [] } : {};
  const code = action === "install" ? "EXTENSION_INSTALL_FAILED" : "EXTENSION_UPDATE_FAILED";
  return extensionFault(code, details, { cause: error, more });
}

/**
 * Runs `work` with `entry` in the journal. Undoes the change if `work` fails; if this process is killed, the next one
 * undoes it.
 */
export async function withJournal(
  change: Change,
  entry: JournalEntry,
  work: () => Promise<void>,
): Promise<void> {
  const { instance, stagingArea } = change;
  await writeJournal(stagingArea.journal, entry);
  try {
    await work();
  } catch (error) {
    await undoChange(instance, stagingArea, entry);
    await clearJournal(stagingArea.journal);
    throw error;
  }
  await clearJournal(stagingArea.journal);
}
