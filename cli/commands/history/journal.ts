// The journal of this machine, for the command `history`, with errors for its user.

import { rm } from "node:fs/promises";
import { configuredJournal, journalFile, SavedImages } from "@pictor/features/gallery";
import { thisMachine, PictorError, reasonOf, systemCode, type LoadedConfiguration } from "@pictor/kernel";
import { UsageError } from "../../base/usage-error.js";

/** The path of the journal in this configuration. Throws a UsageError if the path is not absolute. */
export function journalPath(
  values: LoadedConfiguration["values"],
  env: Readonly<Record<string, string | undefined>>,
): string {
  const path = journalFile(values, thisMachine(env));
  if (path !== undefined) return path;
  const hint =
    "Correct plugins.output-journal.config.path in the configuration: an absolute path, or one below ~/.";
  throw new UsageError(
    "USAGE_FILE",
    `The journal's path "${configuredJournal(values)}" is not absolute.`,
    hint,
  );
}

const unusableJournal = (path: string, error: unknown): UsageError => {
  return new UsageError(
    "USAGE_FILE",
    `The journal ${path} cannot be used: ${reasonOf(error)}.`,
    "Check the file and its permissions.",
    error,
  );
};

/** Whether a file cannot be read or written. */
const isFileError = (error: unknown): boolean =>
  error instanceof PictorError
    ? error.code.startsWith("FILE_")
    : !(error instanceof UsageError) && systemCode(error) !== undefined;

/** Works with the journal. An error of a file becomes a UsageError that names the journal. */
export async function withJournal<Result>(
  path: string,
  work: (images: SavedImages) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(new SavedImages({ journal: path }));
  } catch (error) {
    throw isFileError(error) ? unusableJournal(path, error) : error;
  }
}

export async function removeJournal(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch (error) {
    throw unusableJournal(path, error);
  }
}
