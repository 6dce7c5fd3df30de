// Takes a change back, at once when it fails, or by the next process when this one is killed. Can be done twice.

import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { PictorError, reasonOf } from "@pictor/kernel/plugin";
import type { GitMeans } from "../../git/run-git.js";
import type { Means } from "../../instance.js";
import { restore } from "./clone-state.js";
import { isThere } from "../archive/tracking.js";
import { carry } from "./carry-files.js";
import { clearJournal, markOf, readJournal, type JournalEntry } from "./journal.js";
import type { Workplace } from "./staging.js";

/** Rejects when it cannot be undone; the journal stays then. */
export async function undo(means: GitMeans, { staging }: Workplace, entry: JournalEntry): Promise<void> {
  const { path } = entry;
  if (entry.kind === "moved") {
    if (existsSync(path)) await restore(means, { folder: path }, entry);
    return;
  }
  // What somebody else put there meanwhile stays.
  const isNew = (await markOf(path)) === entry.mark;
  if (isNew && entry.kind === "replaced" && (await isThere(entry.old))) await carry(path, entry.old);
  if (isNew) await rename(path, join(staging, `undone-${randomUUID()}`));
  if (entry.kind === "replaced" && (await isThere(entry.old)) && !(await isThere(path)))
    await rename(entry.old, path);
}

/** A clone that git cannot read any more stays as it is, rather than keep everybody from changing anything. */
const givingUp =
  ({ logger }: Pick<Means, "logger">, { kind, path }: JournalEntry) =>
  (error: unknown): void => {
    const isBroken = kind === "moved" && error instanceof PictorError && error.code === "MANAGED_GIT_FAILED";
    if (!isBroken) throw error;
    logger.warn(`An update of ${path} ended in the middle, and cannot be undone; install it again.`, {
      reason: reasonOf(error),
    });
  };

/** What a process left that was killed in the middle; then the staging folder is empty. Only under the lock. */
export async function tidy(means: Means, workplace: Workplace): Promise<void> {
  const entry = await readJournal(workplace.journal);
  if (entry !== undefined) await undo(means, workplace, entry).catch(givingUp(means, entry));
  await clearJournal(workplace.journal);
  await rm(workplace.staging, { recursive: true, force: true });
}
