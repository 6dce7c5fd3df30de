// The journal of this machine, as the command `history` reads it: without deleted outputs, and with errors for its user.

import { rm } from "node:fs/promises";
import { homedir } from "node:os";
import {
  configuredJournal,
  journalFile,
  pictureId,
  readJournal as readEntries,
  readMarks,
  reasonOf,
  type Journal,
  type LoadedConfiguration,
} from "@pictor/host";
import { UsageError } from "../../base/usage-error.js";

/** The path of the journal in this configuration. Throws a UsageError if the path is not absolute. */
export function journalPath(
  values: LoadedConfiguration["values"],
  env: Readonly<Record<string, string | undefined>>,
): string {
  const path = journalFile(values, { env, platform: process.platform, home: homedir() });
  if (path !== undefined) return path;
  const hint =
    "Correct plugins.output-journal.config.path in the configuration: an absolute path, or one below ~/.";
  throw new UsageError(
    "USAGE_FILE",
    `The journal's path "${configuredJournal(values)}" is not absolute.`,
    hint,
  );
}

/** Reads the journal; a missing file is an empty journal. Outputs in the trash are left out. */
export async function readJournal(path: string): Promise<Journal> {
  try {
    const [{ entries, broken }, marks] = await Promise.all([readEntries(path), readMarks(path)]);
    return {
      entries: entries.filter((entry) => marks.get(pictureId(entry))?.deleted === undefined),
      broken,
    };
  } catch (error) {
    throw unusableJournal(path, error);
  }
}

const unusableJournal = (path: string, error: unknown): UsageError => {
  return new UsageError(
    "USAGE_FILE",
    `The journal ${path} cannot be used: ${reasonOf(error)}.`,
    "Check the file and its permissions.",
    error,
  );
};

export async function removeJournal(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch (error) {
    throw unusableJournal(path, error);
  }
}
