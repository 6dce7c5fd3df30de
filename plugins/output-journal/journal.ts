// Handles afterOutput: appends a journal entry for each saved output. A failure is reported once and does not fail the
// generation.

import { dirname } from "node:path";
import { defineErrors, ensureFolder, problemFor, reasonOf } from "@pictor/kernel/plugin";
import type { AfterOutput, Clock } from "@pictor/kernel/plugin";
import { appendLines } from "@pictor/locks";
import { createJournalEntry, formatJournalLine } from "./journal-entry.js";
import { trimJournal } from "./trim-journal.js";

const fault = defineErrors({
  JOURNAL_NOT_WRITTEN: {
    class: "fault",
    message: "The journal {path} was not written: {reason}.",
    fix: "The image is saved. Correct the setting `path` of the plugin output-journal, or disable the plugin.",
  },
});

export interface JournalOptions {
  /** Absolute path of the journal file; undefined if the configured path is not absolute. */
  readonly path: string | undefined;
  /** The path as configured, for messages. */
  readonly configuredPath: string;
  readonly maxEntries: number;
  /** Tells the time of entries, waits for the lock of the journal, and renews it. */
  readonly clock: Clock;
}

/** Only the owner may read the journal, because prompts are personal. */
const folderMode = 0o700;
/** The journal is trimmed after its first entry and then after every hundredth. */
const trimInterval = 100;

export function createJournal({ path, configuredPath, maxEntries, clock }: JournalOptions): AfterOutput {
  let appended = 0;
  let isReported = false;
  return async (output, context) => {
    const { path: savedPath } = output;
    if (savedPath === undefined) return undefined;
    try {
      if (path === undefined) throw new TypeError("its path is not absolute");
      const entry = createJournalEntry({ ...output, path: savedPath }, context, new Date(clock.now()));
      await ensureFolder(dirname(path), folderMode);
      await appendLines(path, formatJournalLine(entry));
      if (appended++ % trimInterval === 0) await trimJournal(path, maxEntries, clock);
    } catch (error) {
      if (isReported) return undefined;
      isReported = true;
      const reason = reasonOf(error);
      context.report(problemFor(fault("JOURNAL_NOT_WRITTEN", { path: configuredPath, reason })));
    }
    return undefined;
  };
}
